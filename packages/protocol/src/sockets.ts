import type * as z from "zod";
import { AttachQuery } from "./requests.ts";
import { type Access, ById } from "./routes/route.ts";

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
