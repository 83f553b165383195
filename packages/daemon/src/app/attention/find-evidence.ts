import type { Agent } from "../../domain/agents/agent.ts";
import { agentNamed, agentOfProgram } from "../../domain/agents/agents.ts";
import { isShell } from "../../domain/attention/known-programs.ts";
import type { SeenEvidence } from "../../domain/attention/decide-activity.ts";
import type { Watched } from "./watched.ts";

/** The agent in the foreground, else the one the session was started with; null where none is known. */
export function agentInFront(watched: Watched | undefined, startedAs: string | null): Agent | null {
  const inFront = watched?.job === null || !watched ? null : agentOfProgram(watched.job.program);
  return inFront ?? (startedAs === null ? null : agentNamed(startedAs));
}

/** What title and screen show, and since when without a break. */
export function findEvidence(
  watched: Watched,
  startedAs: string | null,
  now: number,
): SeenEvidence | null {
  const reader =
    agentInFront(watched, startedAs) ?? (mayAsk(watched) ? agentNamed("generic") : null);
  const { title, lines } = watched.screen;
  const found = reader?.evidence({ title, screenLines: lines }) ?? null;
  if (found === null) return null;
  const before = watched.evidence;
  // Words about work change all the time; another question is another one.
  const isOtherQuestion = found.state === "awaiting_input" && before?.why !== found.why;
  const isSame =
    before?.state === found.state && before.source === found.source && !isOtherQuestion;
  return { ...found, since: isSame ? before.since : now };
}

/** At a shell's prompt a question on the screen is one that somebody types or that was answered. */
function mayAsk({ job, readsTerminal }: Watched): boolean {
  return job !== null && (!isShell(job.program) || readsTerminal === true);
}
