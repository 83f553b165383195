import { isPromptOf } from "../domain/attention/composer.ts";
import { isKey, pointsAt, questionOn } from "../domain/attention/question.ts";
import { MaestroError } from "../domain/maestro-error.ts";
import type { SessionId } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";
import { type ComposerLook, lookAtComposer } from "./look-at-composer.ts";
import { pause } from "./pause.ts";
import type { SubmitCheck } from "./terminal/submission.ts";
import { untilCalm } from "./until-calm.ts";

const POLL_MS = 40;

/** A text that an agent has not drawn by then is submitted all the same. */
const DRAWN_DEADLINE_MS = 2_000;

/** How long an agent at rest has to show the same before it counts as having let a key pass. */
const PATIENCE_MS = 700;

/** An agent that took so long to draw a text gets this many times as long for the key behind it. */
const SLOWNESS = 3;

/** A hook that has not come by then does not come: the agent may have kept the text for later. */
const HOOK_DEADLINE_MS = 2_000;

/**
 * How to see on an agent's screen that a text was taken. Agents read what comes while they are busy
 * in one piece, and take an Enter in it for a part of the text. And Enter says yes to a question: so
 * none is pressed where one has come up. Null for other programs: nobody knows what their screens say.
 */
export function submitCheck(
  context: AppContext,
  id: SessionId,
  { text, gapMs }: { readonly text: string; readonly gapMs: number },
): SubmitCheck | null {
  const { attention, log } = context;
  if (text.trim() === "" || attention.agent(id) === null) return null;
  let hint: string | null = null;
  let asked: string | null = null;
  let patienceMs = PATIENCE_MS;
  // The same text may have been sent before.
  let before = 0;
  let willSay = false;
  const look = (): Promise<ComposerLook> => lookAtComposer(context, id, { text, hint });
  const saidToBeTaken = (): number =>
    attention.known(id).prompts.filter((prompt) => isPromptOf(prompt, text)).length;
  const isSaid = (): boolean => saidToBeTaken() > before;

  return {
    async begin() {
      let { seen, held, lines } = await look();
      if (seen === "question" && isKey(text)) {
        asked = questionOn(lines);
        return "answer";
      }
      if (seen === "question") {
        // It may have been answered, and be about to go.
        await untilCalm(context, id, {
          look,
          isMet: (next) => next.seen !== "question",
          patienceMs,
        });
        ({ seen, held, lines } = await look());
      }
      if (seen === "question") {
        throw refused("The agent asks a question, which this text does not answer");
      }
      hint = held;
      return "prompt";
    },

    typed: () => (asked === null ? promptTyped() : answerTyped(asked)),

    async confirm(pressAgain) {
      if (await isLost()) {
        // Enter alone: the text is there, and must not be there twice.
        await pressAgain();
        // What is typed next must not be read in one piece with it.
        if (await isLost()) log.warn("a text was submitted twice and still stands", { id });
      }
    },
  };

  /** Enter is pressed once the text is on the screen: it can then not be read as part of it. */
  async function promptTyped(): Promise<"submit"> {
    const begun = performance.now();
    let { seen } = await look();
    if (seen === "empty") {
      for (let left = DRAWN_DEADLINE_MS; left > 0 && seen === "empty"; left -= POLL_MS) {
        await pause(POLL_MS);
        ({ seen } = await look());
      }
      patienceMs += SLOWNESS * (performance.now() - begun);
      // It was read late, and what comes right behind it may still count as the same burst.
      await pause(gapMs);
      ({ seen } = await look());
    }
    if (seen === "question") throw refused("The agent asked a question while the text was typed");
    before = saidToBeTaken();
    // An agent that works takes it later, and its own commands are no prompts.
    const rests = attention.actual(id).activity !== "active";
    willSay = rests && attention.known(id).hearsHooks && !text.startsWith("/");
    return "submit";
  }

  /** Most questions are over with the key itself: Enter would answer the next one. */
  async function answerTyped(question: string): Promise<"submit" | "answered"> {
    let last: readonly string[] = [];
    const outcome = await untilCalm(context, id, {
      look,
      isMet: ({ seen, lines }) => {
        last = lines;
        return seen !== "question" || questionOn(lines) !== question;
      },
      patienceMs,
    });
    if (outcome === "met") return "answered";
    if (outcome === "calm" && pointsAt(last, text.trim())) return "submit";
    throw refused(`The agent's question stands as before: "${text.trim()}" did not answer it`);
  }

  /** Whether Enter passed the agent by: it read what there was, and the text stands as if there were none. */
  async function isLost(): Promise<boolean> {
    const outcome = await untilCalm(context, id, {
      look,
      isMet: ({ seen }) => seen !== "stands" || isSaid(),
      patienceMs,
    });
    if (outcome === "calm") return true;
    if (outcome === "moving") log.warn("a text may not have been submitted", { id });
    // Whoever asks next what the session does is to hear of the turn that begins.
    for (let left = willSay ? HOOK_DEADLINE_MS : 0; left > 0 && !isSaid(); left -= POLL_MS) {
      await pause(POLL_MS);
    }
    return false;
  }
}

function refused(what: string): MaestroError {
  return new MaestroError(
    "not_delivered",
    `${what}, and Enter would have answered it. Nothing was submitted: look at the session, and answer with one key or with Enter alone.`,
  );
}
