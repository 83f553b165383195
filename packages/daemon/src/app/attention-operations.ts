import type { Activity, WaitFor } from "@maestro/protocol";
import type { Decision } from "../domain/attention/decide-activity.ts";
import type { Session } from "../domain/session.ts";

/** What an agent says of itself. */
export interface AgentReport {
  readonly state: Activity;
  readonly detail: string | null;
  readonly agentSessionId: string | null;
}

/** An agent that maestro knows how to listen to. */
export interface KnownAgent {
  readonly id: string;
  readonly title: string;
  /** Where its program was found, or null. */
  readonly installedAt: string | null;
  /** With each start, or by a file of the person's that has them or not. */
  readonly hooks: "per-session" | "installed" | "missing" | "none";
}

/** What is waited for. */
export interface WaitRequest {
  readonly state: WaitFor;
  /** Only a change later than this place in the stream counts; null takes the present state too. */
  readonly after: string | null;
  readonly timeoutMs: number;
}

/** What a wait came to. */
export interface Waiting {
  readonly reached: boolean;
  readonly session: Session;
  readonly seq: string;
}

/** What a client, or an agent, can say and ask about what sessions do. */
export interface AttentionOperations {
  report(id: string, report: AgentReport): Promise<void>;
  /** An agent's raw hook payload. */
  hook(id: string, agent: string, payload: unknown): Promise<void>;
  /** A lease of 30 s, renewed by repeating. */
  focus(id: string, focused: boolean): Promise<void>;
  /** `signal` ends the wait early: the client is gone. */
  wait(id: string, request: WaitRequest, signal: AbortSignal): Promise<Waiting>;
  /** How the activity of a running session was decided. */
  why(id: string): Promise<{ readonly decision: Decision; readonly acknowledged: boolean }>;
  agents(): Promise<readonly KnownAgent[]>;
}
