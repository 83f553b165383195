import type { PaneStart } from "../../ports/terminal-host.ts";

/** A command as it goes to the pane: a file for the wrapper, and the tmux server's own environment. */
export interface PreparedCommand {
  /** Shell text that the wrapper reads in a subshell: it ends in an `exec` of the command. */
  readonly script: string;
  /** The environment that the tmux server is started with; the command inherits it. */
  readonly serverEnv: Readonly<Record<string, string>>;
}

const SHELL_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A variable that would change tmux itself, or that tmux writes over. */
const SET_BY_WRAPPER =
  /^(?:LD_|DYLD_)|^(?:TERM|SHELL|PWD|OLDPWD|TERM_PROGRAM|TERM_PROGRAM_VERSION)$/;

/** Names that a POSIX shell treats as its own and does not hand on unchanged. */
const SHELL_OWN = new Set(["IFS", "OPTIND", "OPTARG", "PPID", "LINENO", "PS1", "PS2", "PS4"]);

/** What tmux adds to a pane that the command did not ask for. */
const ADDED_BY_TMUX = ["TMUX", "TMUX_PANE", "TERM_PROGRAM", "TERM_PROGRAM_VERSION"];

/** As much of a start as concerns the command. */
export type CommandStart = Pick<PaneStart, "argv" | "env" | "cwd" | "setUp">;

/** A text as one single-quoted shell word. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/**
 * Splits an environment in what the tmux server may simply inherit and what the wrapper has to set:
 * that way no value ever stands on a command line (tmux keeps `-e KEY=value` in its arguments for
 * everyone to read). Names that no shell variable can have go through `env`, whose command line
 * shows them for the instant until it has become the command.
 */
export function prepareCommand(start: CommandStart): PreparedCommand {
  const { argv, env, cwd } = start;
  const serverEnv: Record<string, string> = {};
  const exports: string[] = [];
  const assignments: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (!SHELL_NAME.test(name) || SHELL_OWN.has(name)) {
      assignments.push(shellQuote(`${name}=${value}`));
    } else if (SET_BY_WRAPPER.test(name)) {
      exports.push(`${name}=${shellQuote(value)}; export ${name}`);
    } else serverEnv[name] = value;
  }
  // TMUX is the way to the server that runs the session: an agent tidying up "its" tmux would end it.
  const unwanted = ADDED_BY_TMUX.filter((name) => env[name] === undefined);
  const words = argv.map(shellQuote).join(" ");
  const viaEnv = assignments.length > 0 || argv[0]?.startsWith("-");
  const script = [
    // tmux falls back to another directory without a word when it cannot enter this one.
    `[ . -ef ${shellQuote(cwd)} ] || { printf 'maestro: cannot enter %s\\r\\n' ${shellQuote(cwd)} >&2; exit 126; }`,
    `unset ${unwanted.join(" ")}`,
    ...exports,
    ...start.setUp.map(setUpLine),
    viaEnv ? `exec env -- ${[...assignments, words].join(" ")}` : `exec ${words}`,
    "",
  ].join("\n");
  return { script, serverEnv };
}

/** A line of the set-up: shown, run, and if it fails said so, above the command's own output. */
function setUpLine(line: string): string {
  const failed = `printf 'maestro: this line of the set-up failed (%s)\\r\\n' "$?"`;
  return `printf '$ %s\\r\\n' ${shellQuote(line)}; /bin/sh -c ${shellQuote(line)} || ${failed}`;
}
