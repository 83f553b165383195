import * as z from "zod";
import type { ErrorCode } from "./error-codes.ts";
import {
  AttachQuery,
  CreateSession,
  Flag,
  Focus,
  Report,
  ScreenQuery,
  SendInput,
  UpdateSession,
} from "./requests.ts";
import { DaemonStatus, Health } from "./daemon-status.ts";
import { Device, DeviceToken, LoginLink } from "./devices.ts";
import { InputReceipt, Screen } from "./screen.ts";
import { WorktreeListing } from "./worktrees.ts";
import { Session } from "./session.ts";

/**
 * Who may call: `public` anyone, `owner` whoever holds the owner's or a device's token,
 * `ticket` those and the session itself with its own ticket.
 */
export type Access = "public" | "owner" | "ticket";

/** One call of the API: its address, who may make it, and the shape of everything that travels. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly status: 200 | 201 | 202 | 204;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Left out where the answer has no body (204). */
  readonly response?: z.ZodType;
  /** The codes that belong to this call, beside those that any call may answer with. */
  readonly errors: readonly ErrorCode[];
  /** The largest body in bytes, where it differs from the default. */
  readonly bodyLimit?: number;
}

/** Any text: an id of a shape that none has is unknown like any other, and so `not_found`. */
const ById = z.object({ id: z.string() });

/** The largest body of most calls, in bytes. */
export const BODY_LIMIT = 2 * 1024 * 1024;

/** The largest body or frame that carries terminal input, in bytes. */
export const INPUT_LIMIT = 8 * 1024 * 1024;

/** Every HTTP call of the API. */
export const routes = {
  health: {
    method: "GET",
    path: "/api/health",
    summary: "That the daemon is up, and which one it is",
    access: "public",
    status: 200,
    response: Health,
    errors: [],
  },
  getStatus: {
    method: "GET",
    path: "/api/status",
    summary: "Where the daemon listens and what it holds",
    access: "owner",
    status: 200,
    response: DaemonStatus,
    errors: [],
  },
  listSessions: {
    method: "GET",
    path: "/api/sessions",
    summary: "All sessions",
    access: "owner",
    status: 200,
    response: z.array(Session),
    errors: [],
  },
  createSession: {
    method: "POST",
    path: "/api/sessions",
    summary: "Start a command in a session of its own, with a worktree if asked",
    access: "owner",
    status: 201,
    body: CreateSession,
    response: Session,
    errors: [
      "invalid_cwd",
      "invalid_env",
      "invalid_branch",
      "worktree_failed",
      "tmux_failed",
      "sidecar_failed",
    ],
  },
  getSession: {
    method: "GET",
    path: "/api/sessions/:id",
    summary: "One session",
    access: "owner",
    status: 200,
    params: ById,
    response: Session,
    errors: ["not_found"],
  },
  updateSession: {
    method: "PATCH",
    path: "/api/sessions/:id",
    summary: "Rename a session or change its metadata",
    access: "owner",
    status: 200,
    params: ById,
    body: UpdateSession,
    response: Session,
    errors: ["not_found", "sidecar_failed"],
  },
  killSession: {
    method: "DELETE",
    path: "/api/sessions/:id",
    summary: "End or dismiss a session, unless its worktree holds unsaved work",
    access: "owner",
    status: 204,
    params: ById,
    query: z.strictObject({ force: Flag.optional() }),
    errors: ["not_found", "kill_guarded", "tmux_failed", "sidecar_failed", "io_failed"],
  },
  sendInput: {
    method: "POST",
    path: "/api/sessions/:id/input",
    summary: "Type text into a session, and submit it if asked",
    access: "owner",
    status: 200,
    params: ById,
    body: SendInput,
    response: InputReceipt,
    errors: ["not_found", "not_running", "not_delivered"],
    bodyLimit: INPUT_LIMIT,
  },
  report: {
    method: "POST",
    path: "/api/sessions/:id/report",
    summary: "What the agent in a session says it is doing",
    access: "ticket",
    status: 204,
    params: ById,
    body: Report,
    errors: ["not_found"],
  },
  focusSession: {
    method: "POST",
    path: "/api/sessions/:id/focus",
    summary: "Say that somebody looks at a session, or no longer does",
    access: "owner",
    status: 204,
    params: ById,
    body: Focus,
    errors: ["not_found"],
  },
  getScreen: {
    method: "GET",
    path: "/api/sessions/:id/screen",
    summary: "What a session's screen shows, as text or with its colours",
    access: "owner",
    status: 200,
    params: ById,
    query: ScreenQuery,
    response: Screen,
    errors: ["not_found", "not_running"],
  },
  listWorktrees: {
    method: "GET",
    path: "/api/worktrees",
    summary: "Every worktree that maestro answers for, with its unsaved work",
    access: "owner",
    status: 200,
    response: z.array(WorktreeListing),
    errors: [],
  },
  createLoginLink: {
    method: "POST",
    path: "/api/login-links",
    summary: "A short-lived link that signs one browser in, once",
    access: "owner",
    status: 201,
    response: LoginLink,
    errors: ["not_found"],
  },
  createDevice: {
    method: "POST",
    path: "/api/devices",
    summary: "Exchange the code of a login link for a token of one's own",
    access: "public",
    status: 201,
    body: z.strictObject({ code: z.string().min(1).max(200), name: z.string().min(1).max(200) }),
    response: DeviceToken,
    errors: ["unauthorized", "io_failed"],
    // Whoever may call without a token may send no more than it takes.
    bodyLimit: 4096,
  },
  listDevices: {
    method: "GET",
    path: "/api/devices",
    summary: "The signed-in browsers",
    access: "owner",
    status: 200,
    response: z.array(Device),
    errors: [],
  },
  deleteDevice: {
    method: "DELETE",
    path: "/api/devices/:id",
    summary: "Sign a browser out",
    access: "owner",
    status: 204,
    params: ById,
    errors: ["not_found", "io_failed"],
  },
  shutdown: {
    method: "POST",
    path: "/api/shutdown",
    summary: "Stop the daemon; sessions go on",
    access: "owner",
    status: 202,
    errors: [],
  },
  getOpenApi: {
    method: "GET",
    path: "/api/openapi.json",
    summary: "This contract",
    access: "owner",
    status: 200,
    response: z.record(z.string(), z.json()),
    errors: [],
  },
} as const satisfies Record<string, Route>;

export type Routes = typeof routes;

/** A WebSocket of the API. */
export interface Socket {
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
}

/** Every WebSocket of the API. */
export const sockets = {
  events: {
    path: "/api/events",
    summary: "A snapshot of all sessions, then every change",
    access: "owner",
  },
  attach: {
    path: "/api/sessions/:id/attach",
    summary: "A live view of one session's terminal",
    access: "owner",
    params: ById,
    query: AttachQuery,
  },
} as const satisfies Record<string, Socket>;
