import { MaestroError } from "./maestro-error.ts";

type Env = Readonly<Record<string, string>>;

/**
 * Variables of the daemon's own environment that would mislead a command: which terminal it is in,
 * which repository it is about, which agent started it. A hook or a `maestro up` inside an agent
 * leaves them behind.
 */
const MISLEADING =
  /^(?:TMUX|TMUX_PANE|TMUX_TMPDIR|GIT_.*|CLAUDECODE|CLAUDE_CODE_CHILD_SESSION|CLAUDE_CODE_SESSION_ID|CLAUDE_CODE_ENTRYPOINT|MAESTRO_.*|TERM|TERM_PROGRAM|TERM_PROGRAM_VERSION|PWD|OLDPWD|SHLVL|_|COLUMNS|LINES|NODE_CHANNEL_FD|INVOCATION_ID|JOURNAL_STREAM|NOTIFY_SOCKET)$/;

/** An environment without what would mislead a command started from it. */
export function withoutMisleading(env: Readonly<Record<string, string | undefined>>): Env {
  const kept = Object.entries(env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !MISLEADING.test(entry[0]),
  );
  return Object.fromEntries(kept);
}

/** @throws MaestroError `invalid_env`, naming the variable, where a command could not be given it. */
export function checkEnv(env: Env): void {
  for (const [name, value] of Object.entries(env)) {
    if (name === "") throw invalid("An environment variable has an empty name");
    if (/[=\0]/.test(name)) {
      throw invalid(`The environment variable name ${JSON.stringify(name)} holds "=" or NUL`);
    }
    if (value.includes("\0")) {
      throw invalid(`The value of the environment variable ${name} holds a NUL character`);
    }
  }
}

function invalid(what: string): MaestroError {
  return new MaestroError("invalid_env", `${what}; rename or leave it out. Nothing was started.`);
}

/** What maestro itself tells every command. */
export interface OwnVariables {
  readonly sessionId: string;
  /** Left out where the daemon has no address. */
  readonly url: string | null;
  /** Can do nothing but report for this one session. */
  readonly ticket: string;
}

/** A command's whole environment. maestro's own values win, so that no client can pose as another. */
export function commandEnv(base: Env, requested: Env, own: OwnVariables): Env {
  return {
    ...base,
    ...Object.fromEntries(
      Object.entries(requested).filter(([name]) => !name.startsWith("MAESTRO_")),
    ),
    MAESTRO_SESSION_ID: own.sessionId,
    ...(own.url === null ? {} : { MAESTRO_URL: own.url }),
    MAESTRO_TICKET: own.ticket,
  };
}
