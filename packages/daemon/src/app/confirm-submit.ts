import { inComposer, isPromptOf } from "../domain/attention/composer.ts";
import type { SessionId } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";
import { pause } from "./pause.ts";
import type { SubmitCheck } from "./terminal/terminal.ts";

const POLL_MS = 40;

/** A text that an agent has not drawn by then is submitted all the same. */
const DRAWN_DEADLINE_MS = 2_000;

/** An agent that took a text has cleared its composer by then, or said so by a hook. */
const TAKEN_DEADLINE_MS = 700;

/** A hook that has not come by then does not come: the agent may have kept the text for later. */
const HOOK_DEADLINE_MS = 2_000;

/**
 * How to see on an agent's screen that a text was taken. Agents read what comes while they are busy
 * in one piece, and take an Enter in it for a part of the text. Null for other programs: nobody knows
 * what their screens say.
 */
export function submitCheck(
  context: AppContext,
  id: SessionId,
  { text, gapMs }: { readonly text: string; readonly gapMs: number },
): SubmitCheck | null {
  const { attention } = context;
  if (text.trim() === "" || attention.agent(id) === null) return null;
  // The same text may have been sent before.
  let before = 0;
  let willSay = false;
  const saidToBeTaken = (): number =>
    attention.prompts(id).filter((prompt) => isPromptOf(prompt, text)).length;
  return {
    // Enter is pressed once the text is on the screen: it can then not be read as part of it.
    async typed() {
      const isDrawn = (seen: Seen): boolean => seen !== "empty";
      if (!isDrawn(await lookAtComposer(context, id, text))) {
        await lookUntil(context, { id, text }, DRAWN_DEADLINE_MS, isDrawn);
        // It was read late, and what comes right behind it may still count as the same burst.
        await pause(gapMs);
      }
      before = saidToBeTaken();
      // An agent that works takes it later, and its own commands are no prompts.
      const rests = attention.actual(id).activity !== "active";
      willSay = rests && attention.hearsHooks(id) && !text.startsWith("/");
    },
    async stillStands() {
      const isSaid = (): boolean => saidToBeTaken() > before;
      const seen = await lookUntil(context, { id, text }, TAKEN_DEADLINE_MS, (look) => {
        return look !== "stands" || isSaid();
      });
      if (seen === "stands") return !isSaid();
      // Whoever asks next what the session does is to hear of the turn that begins.
      for (let left = willSay ? HOOK_DEADLINE_MS : 0; left > 0 && !isSaid(); left -= POLL_MS) {
        await pause(POLL_MS);
      }
      return false;
    },
  };
}

type Seen = "stands" | "empty" | "absent" | "question";

/** Looks again and again until the condition holds or the time is up; answers the last look. */
async function lookUntil(
  context: AppContext,
  what: { readonly id: SessionId; readonly text: string },
  deadlineMs: number,
  condition: (seen: Seen) => boolean,
): Promise<Seen> {
  for (let left = deadlineMs; ; left -= POLL_MS) {
    const seen = await lookAtComposer(context, what.id, what.text);
    if (condition(seen) || left <= 0) return seen;
    await pause(POLL_MS);
  }
}

/** What an agent's composer holds of a text. In a question there is none: keys answer it at once. */
export async function lookAtComposer(
  { terminals, attention }: AppContext,
  id: SessionId,
  text: string,
): Promise<Seen> {
  const terminal = terminals.get(id);
  const agent = attention.agent(id);
  if (terminal === undefined || agent === null) return "absent";
  const screen = await terminal.text(0).catch(() => null);
  // A screen that was lost is drawn again soon, and says nothing until then.
  if (screen === null) return "absent";
  const evidence = agent.evidence({ title: screen.title, screenLines: screen.lines });
  const asks = evidence?.state === "awaiting_input" && evidence.source === "screen";
  return asks ? "question" : inComposer(screen.lines, text);
}
