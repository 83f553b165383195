/** A process environment as Node hands it out. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment git runs in. Every `GIT_*` variable goes: one that leaks in from a hook points git
 * at another repository. The rest stays, since hooks and filters of the user need PATH and HOME.
 */
export function gitEnvironment(env: Environment): Record<string, string> {
  const clean: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && !name.startsWith("GIT_")) clean[name] = value;
  }
  return {
    ...clean,
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    // Settings of trace2 may send traces to standard error, where only git's complaints belong.
    GIT_TRACE2: "0",
    GIT_TRACE2_EVENT: "0",
    GIT_TRACE2_PERF: "0",
  };
}

/**
 * What reads add: no lock and no refresh of the index, no fetch of missing objects, and neither
 * replacements nor grafts, which show another history than the one that would be lost.
 */
export const READ_ENVIRONMENT: Readonly<Record<string, string>> = {
  GIT_OPTIONAL_LOCKS: "0",
  GIT_NO_LAZY_FETCH: "1",
  GIT_NO_REPLACE_OBJECTS: "1",
  GIT_GRAFT_FILE: "/dev/null",
};
