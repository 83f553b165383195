import type { Activity } from "@maestro/protocol";
import type { Decision } from "../domain/attention/decide-activity.ts";
import type { KnownAgent } from "./known-agents.ts";
import type { Waiting, WaitRequest } from "./attention/wait.ts";

/** What an agent says of itself. */
export interface AgentReport {
  readonly state: Activity;
  readonly detail: string | null;
  readonly agentSessionId: string | null;
}

/** What a client, or an agent, can say and ask about what sessions do. */
export interface AttentionOperations {
  report(id: string, report: AgentReport): Promise<void>;
  /** An agent's raw hook payload. */
  hook(id: string, agent: string, payload: unknown): Promise<void>;
  /** A lease of 30 s, renewed by repeating. */
  focus(id: string, focused: boolean): Promise<void>;
  /** `signal` ends the wait early: the client is gone. */
  wait(id: string, request: WaitRequest): Promise<Waiting>;
  /** How the activity of a running session was decided. */
  why(id: string): Promise<{ readonly decision: Decision; readonly acknowledged: boolean }>;
  agents(): Promise<readonly KnownAgent[]>;
}
