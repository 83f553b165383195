import type { Routes } from "@maestro/protocol";

/** A right call of every route, `:id` aside. A route without one fails the tests over all routes. */
export const EXAMPLES: Readonly<Record<keyof Routes, { readonly json?: Record<string, unknown> }>> =
  {
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
    listWorktrees: {},
    createLoginLink: {},
    createDevice: { json: { code: "none", name: "phone" } },
    listDevices: {},
    deleteDevice: {},
    shutdown: {},
    getOpenApi: {},
  };
