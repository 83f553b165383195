import * as z from "zod";
import { DaemonStatus, Health } from "../daemon-status.ts";
import type { Route } from "./route.ts";

/** The calls about the daemon itself. */
export const daemonRoutes = {
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
