/** The option of every verb that prints something for scripts, and what the verb is then given. */
export const JSON_FLAG = ["--json", "print JSON for scripts"] as const;
/** What `JSON_FLAG` gives. */
export interface Json {
  readonly json?: boolean;
}

/** What every description begins with, of an argument that names a session: shells complete those. */
export const SESSION_WORDS = "a session's id, a unique beginning of it";

/** What the argument of a verb about a session is. */
export const ID = `${SESSION_WORDS}, or its unique name`;

/** The option of verbs that ask before they change something. */
export const YES = ["-y, --yes", "do not ask"] as const;

/** The option of verbs that wait. */
export const TIMEOUT = [
  "--timeout <seconds>",
  "how long at most; then the exit code is 124",
] as const;

/** The option for the key that leaves an attached session. */
export const DETACH_KEY = [
  "--detach-key <key>",
  "the key that leaves the session",
  "ctrl-\\",
] as const;
