import { WaitFor } from "@maestro/protocol";
import { CliFailure } from "../cli-failure.ts";
import { type Context, printJson } from "../context.ts";
import { daemonFor, sessionFor } from "../daemon/connect.ts";
import { EXIT } from "../exit-codes.ts";
import { printable } from "../output/printable.ts";
import { stateWords } from "../output/session-state.ts";
import { seconds } from "../seconds.ts";
import { displayName } from "../session-name.ts";
import { REST, waitForState, type WaitOutcome } from "../wait-for-state.ts";

/** The options of `wait`. */
export interface WaitOptions {
  readonly for?: string;
  readonly any?: boolean;
  readonly timeout?: string;
  readonly json?: boolean;
}

/** Waits until all sessions, or any one of them, have reached a state. */
export async function wait(context: Context, words: readonly string[], options: WaitOptions) {
  const states = options.for === undefined ? REST : statesOf(options.for);
  const timeoutMs = options.timeout === undefined ? null : seconds("--timeout", options.timeout);
  const daemon = await daemonFor(context);
  const sessions = await Promise.all(words.map((word) => sessionFor(daemon.api, word)));
  const enough = new AbortController();
  const waits = sessions.map(({ id }) =>
    waitForState(daemon.connection, id, { states, timeoutMs, signal: enough.signal }),
  );
  const outcomes = await (options.any === true ? firstOf(waits) : Promise.all(waits));
  enough.abort();
  if (options.json === true) {
    printJson(
      context,
      outcomes.map(({ kind, session }) => ({ reached: kind === "reached", session })),
    );
  }
  reportWait(context, outcomes);
}

/** Says what each session came to, and fails unless what was waited for has come. */
export function reportWait(context: Context, outcomes: readonly WaitOutcome[]): void {
  for (const { kind, session } of outcomes) {
    const { label } = stateWords(session, context.now());
    const detail = session.activity_detail;
    const says = session.status === "running" && detail !== null ? `: ${detail}` : "";
    const late = kind === "timed-out" ? " still" : "";
    context.note(printable(`${displayName(session)}${late}: ${label}${says}`));
  }
  if (outcomes.some(({ kind }) => kind === "timed-out")) throw new CliFailure(EXIT.timedOut, "");
  if (outcomes.some(({ kind }) => kind === "never")) throw new CliFailure(EXIT.failed, "");
}

/** The first that has reached it; where none has, what became of the last. */
async function firstOf(waits: readonly Promise<WaitOutcome>[]): Promise<readonly WaitOutcome[]> {
  const reached = waits.map(async (one) => {
    const outcome = await one;
    return outcome.kind === "reached" ? [outcome] : new Promise<never>(() => {});
  });
  return Promise.race([...reached, Promise.all(waits).then((all) => all.slice(-1))]);
}

function statesOf(text: string): readonly WaitFor[] {
  return text.split(",").map((word) => {
    const state = WaitFor.safeParse(word.trim());
    if (state.success) return state.data;
    const known = WaitFor.options.join(", ");
    throw new CliFailure(EXIT.usage, `--for ${word}: say one of ${known}, or several with commas`);
  });
}
