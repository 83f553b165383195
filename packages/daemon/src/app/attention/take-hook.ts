import { agentNamed } from "../../domain/agents/agents.ts";
import { MaestroError } from "../../domain/maestro-error.ts";
import type { SessionId } from "../../domain/session.ts";
import type { AppContext } from "../app-context.ts";
import type { Autonaming } from "./autonaming.ts";
import { takeReport } from "./take-report.ts";

/** An agent's hook payload as it came. */
export interface HookCall {
  readonly id: SessionId;
  readonly agent: string;
  readonly payload: unknown;
}

/** Takes an agent's raw hook payload, translated by its adapter. One that means nothing is no error. */
export async function takeHook(
  context: AppContext,
  autonaming: Autonaming,
  { id, agent, payload }: HookCall,
): Promise<void> {
  const adapter = agentNamed(agent);
  if (adapter === null) {
    throw new MaestroError(
      "not_found",
      `There is no agent "${agent}". "maestro hooks status" lists them.`,
    );
  }
  const meaning = adapter.report(payload);
  if (meaning.kind === "nothing") return;
  if (!(await takeReport(context, id, { ...meaning, from: "hook" }))) return;
  // A program that is only told of a turn's end says nothing of its beginning.
  const isAtEnd = meaning.kind === "prompt" && meaning.state !== "active";
  if (!isAtEnd) context.attention.heardHook(id);
  if (meaning.kind !== "prompt") return;
  if (!isAtEnd) context.attention.prompted(id, meaning.text);
  await autonaming.prompted(id, meaning.text);
}
