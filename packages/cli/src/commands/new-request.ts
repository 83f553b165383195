import { resolve } from "node:path";
import type { CreateSession } from "@maestro/protocol";
import { CliFailure } from "../cli-failure.ts";
import { EXIT } from "../exit-codes.ts";

/** The options of `new`. */
export interface NewOptions {
  readonly directory?: string;
  readonly name?: string;
  readonly worktree?: string;
  readonly existing?: boolean;
  readonly base?: string;
  readonly env: readonly string[];
  readonly command?: string;
  readonly prompt?: string;
  readonly attach?: boolean;
  readonly json?: boolean;
  readonly detachKey: string;
}

/** Where `new` was called. */
export interface Caller {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly size: { readonly cols: number; readonly rows: number } | null;
}

/** What to ask the daemon for. */
export function newRequest(
  words: readonly string[],
  options: NewOptions,
  caller: Caller,
): CreateSession {
  const { worktree, existing = false, base, name } = options;
  if (options.command !== undefined && words.length > 0) {
    throw usage("say the command once: with -c as a shell line, or after -- as a list");
  }
  if (worktree === undefined && (existing || base !== undefined)) {
    throw usage("--existing and --base belong to -w BRANCH");
  }
  if (existing && base !== undefined) {
    throw usage("an existing branch has its base already: --existing or --base, not both");
  }
  const cwd = resolve(caller.cwd, options.directory ?? ".");
  const command = options.command ?? (words.length > 0 ? [...words] : undefined);
  const env = environmentOf(options.env, caller.env);
  return {
    cwd,
    ...(command === undefined ? {} : { command }),
    ...(Object.keys(env).length === 0 ? {} : { env }),
    ...(name === undefined ? {} : { name }),
    ...(options.prompt === undefined ? {} : { prompt: options.prompt }),
    ...(worktree === undefined
      ? {}
      : {
          worktree: {
            base_repo: cwd,
            branch: worktree,
            create_branch: !existing,
            ...(base === undefined ? {} : { base }),
          },
        }),
    ...caller.size,
  };
}

/** `K=V` as it is said; `K` alone takes the value that it has here. */
function environmentOf(pairs: readonly string[], env: Caller["env"]): Record<string, string> {
  // A Map first: a variable may be called __proto__.
  const asked = new Map<string, string>();
  for (const pair of pairs) {
    const cut = pair.indexOf("=");
    const key = cut === -1 ? pair : pair.slice(0, cut);
    const value = cut === -1 ? env[key] : pair.slice(cut + 1);
    if (key === "") throw usage(`-e ${pair}: a variable needs a name`);
    if (value === undefined) throw usage(`-e ${key}: it is not set here; say -e ${key}=VALUE`);
    asked.set(key, value);
  }
  return Object.fromEntries(asked);
}

function usage(message: string): CliFailure {
  return new CliFailure(EXIT.usage, message);
}
