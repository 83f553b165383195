import { type Routes, routes } from "@maestro/protocol";

/** A right call of every route, `:id` aside. A route without one fails the tests over all routes. */
export const EXAMPLES: Readonly<
  Record<keyof Routes, { readonly json?: Record<string, unknown>; readonly query?: string }>
> = {
  health: {},
  getStatus: {},
  listSessions: {},
  createSession: { json: { cwd: "/work", command: ["true"], env: { A: "1" } } },
  getSession: {},
  updateSession: { json: { name: "new" } },
  killSession: {},
  sendInput: { json: { text: "hello", submit: true } },
  report: { json: { state: "idle" } },
  focusSession: { json: { focused: true } },
  getScreen: {},
  resumeSession: {},
  getChanges: {},
  hook: { json: { hook_event_name: "Stop" } },
  waitForSession: { query: "?for=idle" },
  getWhy: {},
  listAgents: {},
  listWorktrees: {},
  getWorktreeChanges: { query: "?path=%2Fwork%2Ftree" },
  reclaimWorktree: { json: { path: "/work/tree" } },
  listRescued: {},
  restoreRescued: { json: { base_repo: "/work", ref: "refs/maestro/rescue/a/1" } },
  forgetRescued: { query: "?base_repo=%2Fwork&ref=refs%2Fmaestro%2Frescue%2Fa%2F1" },
  listBranches: { query: "?path=%2Fwork" },
  planWorktree: { query: "?base_repo=%2Fwork&branch=topic&create_branch=true" },
  listRecentDirs: {},
  listProjects: {},
  createLoginLink: {},
  createDevice: { json: { code: "none", name: "phone" } },
  listDevices: {},
  deleteDevice: {},
  shutdown: {},
  getOpenApi: {},
};

/** The address of a right call of the route, for the session of this id. */
export function addressOf(name: keyof Routes, id: string): string {
  const path = routes[name].path.replace(":id", id).replace(":agent", "claude");
  return path + (EXAMPLES[name].query ?? "");
}
