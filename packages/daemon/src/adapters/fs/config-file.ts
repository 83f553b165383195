import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { parse } from "smol-toml";
import * as z from "zod";
import { MaestroError } from "../../domain/maestro-error.ts";
import { readBounded } from "./read-bounded.ts";

const ConfigFile = z.object({
  /** Where worktrees are made; a relative path is relative to the base repository. */
  worktrees_dir: z.string().min(1).optional(),
  /** 0 is any free port, which is then remembered; -1 listens on the Unix socket alone. */
  port: z.int().min(-1).max(65_535).optional(),
  listen: z.string().min(1).optional(),
  allow_insecure_listen: z.boolean().optional(),
  allowed_hosts: z.array(z.string().min(1)).optional(),
  /** Lines of history that tmux keeps for each session. */
  scrollback_lines: z.int().min(0).max(1_000_000).optional(),
  /** Bytes of each session's output, shown where no snapshot of its screen can be had; 0 is none. */
  raw_tail_bytes: z.int().min(0).max(4_194_304).optional(),
  /** How long an agent's report stands when nothing ends it. */
  report_ttl_minutes: z.number().positive().max(1_440).optional(),
  /** How long starts are remembered; 0 remembers none. */
  history_days: z.int().min(0).max(10_000).optional(),
  /** Who names sessions: an agent's id, or a shell line that reads the prompt and prints a name. */
  autoname: z.string().min(1).optional(),
  /** A shell line that is run when a session needs somebody, with the facts in its environment. */
  notify: z.string().min(1).optional(),
  /** Patterns of ignored files that nobody wants to lose. */
  precious: z.array(z.string().min(1)).optional(),
  /** What every new worktree gets, beside what its repository asks for. */
  worktree: z
    .object({
      copy: z.array(z.string().min(1)).optional(),
      link: z.array(z.string().min(1)).optional(),
      run: z.array(z.string().min(1)).optional(),
      /** false: what a repository's own `.maestro.toml` wants run is shown and not run. */
      repository_run: z.boolean().optional(),
    })
    .optional(),
});

/** How the daemon is set up, defaults included. */
export interface Config {
  readonly worktreesDir: string;
  readonly port: number;
  readonly listen: string;
  readonly allowInsecureListen: boolean;
  readonly allowedHosts: readonly string[];
  readonly scrollbackLines: number;
  readonly rawTailBytes: number;
  readonly precious: readonly string[];
  readonly reportTtlMinutes: number;
  readonly historyDays: number;
  readonly autoname: string | null;
  readonly notify: string | null;
  readonly setUp: {
    readonly copy: readonly string[];
    readonly link: readonly string[];
    readonly run: readonly string[];
    /** Whether the lines that a repository asks for are run, or only shown. */
    readonly repositoryRun: boolean;
  };
}

type Env = Readonly<Record<string, string | undefined>>;

/** Where the user's configuration is. */
export function configPath(env: Env): string {
  return join(baseDirectory(env, "XDG_CONFIG_HOME", ".config"), "maestro", "config.toml");
}

/** A base directory of the XDG kind. An empty or relative one counts as not given, as XDG says. */
function baseDirectory(env: Env, name: string, inHome: string): string {
  const given = env[name] ?? "";
  return isAbsolute(given) ? given : join(env["HOME"] || homedir(), inHome);
}

/**
 * Reads the configuration. A missing file is an empty one.
 *
 * @throws MaestroError `invalid_request` that names the key: a daemon that guessed what was meant
 * might listen where nobody wanted it to.
 */
export async function readConfig(path: string, env: Env): Promise<Config> {
  const read = await readBounded(path, 1024 * 1024);
  if (read.kind === "malformed" || read.kind === "unreadable") throw invalid(path, read.reason);
  let value: unknown = {};
  try {
    if (read.kind === "text") value = parse(read.text);
  } catch (error) {
    throw invalid(path, (error as Error).message);
  }
  const parsed = ConfigFile.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw invalid(path, `${issue?.path.join(".") ?? "?"}: ${issue?.message ?? "malformed"}`);
  }
  const file = parsed.data;
  const dataHome = baseDirectory(env, "XDG_DATA_HOME", join(".local", "share"));
  return {
    worktreesDir: file.worktrees_dir ?? join(dataHome, "maestro", "worktrees"),
    port: file.port ?? 0,
    listen: file.listen ?? "127.0.0.1",
    allowInsecureListen: file.allow_insecure_listen ?? false,
    allowedHosts: file.allowed_hosts ?? [],
    scrollbackLines: file.scrollback_lines ?? 10_000,
    rawTailBytes: file.raw_tail_bytes ?? 65_536,
    precious: file.precious ?? [".env", ".env.*"],
    historyDays: file.history_days ?? 90,
    autoname: file.autoname ?? null,
    notify: file.notify ?? null,
    setUp: {
      copy: file.worktree?.copy ?? [],
      link: file.worktree?.link ?? [],
      run: file.worktree?.run ?? [],
      repositoryRun: file.worktree?.repository_run ?? true,
    },
    reportTtlMinutes: file.report_ttl_minutes ?? 5,
  };
}

function invalid(path: string, reason: string): MaestroError {
  return new MaestroError(
    "invalid_request",
    `The configuration ${path} cannot be used: ${reason}. Mend it ("maestro config path" says where it is) and start again.`,
  );
}
