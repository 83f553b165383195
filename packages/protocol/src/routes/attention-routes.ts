import * as z from "zod";
import { AgentInfo, Waited, WaitQuery, Why } from "../attention.ts";
import { Focus, Report } from "../requests.ts";
import { ById, type Route } from "./route.ts";

/** The calls about what sessions do and who needs you. */
export const attentionRoutes = {
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
  hook: {
    method: "POST",
    path: "/api/sessions/:id/hooks/:agent",
    summary: "An agent's own hook payload, as it is",
    access: "ticket",
    status: 204,
    params: z.object({ id: z.string(), agent: z.string() }),
    body: z.record(z.string(), z.json()),
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
  waitForSession: {
    method: "GET",
    path: "/api/sessions/:id/wait",
    summary: "Answer when the session has reached a state, or the time is up",
    access: "owner",
    status: 200,
    params: ById,
    query: WaitQuery,
    response: Waited,
    errors: ["not_found"],
  },
  getWhy: {
    method: "GET",
    path: "/api/sessions/:id/why",
    summary: "How a session's activity was decided",
    access: "owner",
    status: 200,
    params: ById,
    response: Why,
    errors: ["not_found", "not_running"],
  },
  listAgents: {
    method: "GET",
    path: "/api/agents",
    summary: "The agents that maestro knows how to listen to",
    access: "owner",
    status: 200,
    response: z.array(AgentInfo),
    errors: [],
  },
} as const satisfies Record<string, Route>;
