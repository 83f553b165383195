import type { SessionId } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";
import type { ComposerLook } from "./look-at-composer.ts";
import { pause } from "./pause.ts";

const POLL_MS = 40;

/** An agent that goes on doing something for so long beyond the patience with it is not waited for. */
const MOVING_MS = 4_000;

/** What is watched for. */
export interface Watch {
  readonly look: () => Promise<ComposerLook>;
  readonly isMet: (look: ComposerLook) => boolean;
  readonly patienceMs: number;
}

/**
 * Looks until the condition holds (`met`), or until the agent has demonstrably had its chance
 * (`calm`): it neither drew nor reported anything, says nothing of work, and slept in the middle of that
 * time and at its end, and so did the terminal between it and us. So it has read what was typed, and
 * what it drew has arrived. Else it is `moving`. Time is counted in looks: on a machine where they
 * come late the agent gets more of it.
 */
export async function untilCalm(
  context: AppContext,
  id: SessionId,
  { look, isMet, patienceMs }: Watch,
): Promise<"met" | "calm" | "moving"> {
  const { attention } = context;
  let shape = "";
  let { report } = attention.known(id);
  let calmMs = 0;
  let slept = false;
  for (let left = patienceMs + MOVING_MS; left > 0; left -= POLL_MS) {
    const seen = await look();
    if (isMet(seen)) return "met";
    const known = attention.known(id);
    const next = seen.lines.join("\n");
    const works = known.report?.state === "active" || known.evidence?.state === "active";
    const isSame = next === shape && known.report === report && !works;
    [shape, report] = [next, known.report];
    calmMs = isSame ? calmMs + POLL_MS : 0;
    slept &&= isSame;
    if (calmMs >= (slept ? patienceMs : patienceMs / 2)) {
      const sleeps = await isAtRest(context, id);
      if (sleeps && slept) return "calm";
      slept = sleeps;
      if (!sleeps) calmMs = 0;
    }
    await pause(POLL_MS);
  }
  return "moving";
}

async function isAtRest(context: AppContext, id: SessionId): Promise<boolean> {
  const { terminals, processes, log } = context;
  const pid = terminals.get(id)?.pane?.pid;
  if (pid === undefined) return false;
  try {
    return await processes.isAtRest(pid);
  } catch (error) {
    // Where the processes cannot be seen there is nothing to go by.
    log.warn("an agent's processes could not be looked at", {
      id,
      error: (error as Error).message,
    });
    return false;
  }
}
