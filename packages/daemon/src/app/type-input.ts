import { MaestroError } from "../domain/maestro-error.ts";
import type { SessionId } from "../domain/session.ts";
import { isMultiLine, withoutTrailingLineEnds } from "../domain/terminal-input.ts";
import type { AppContext } from "./app-context.ts";
import { submitCheck } from "./confirm-submit.ts";
import { notFound } from "./find-session.ts";
import { noTerminal } from "./no-terminal.ts";
import type { InputRequest } from "./operations.ts";
import { untilReady } from "./until-ready.ts";

/**
 * How long a program gets to take a text in before Enter follows. An Enter in the same read as the
 * text is swallowed by some agents, or taken for a line end by those that watch for bursts (120 ms).
 */
const ENTER_GAP_MS = 150;

/** How many request ids are remembered for one session. */
const MAX_REMEMBERED = 1_000;

/** What was typed by request id, so that a repeated request is answered and not typed again. */
export class TypedRequests {
  readonly #bySession = new Map<SessionId, Map<string, Promise<{ readonly seq: string }>>>();

  once(
    id: SessionId,
    requestId: string | null,
    type: () => Promise<{ readonly seq: string }>,
  ): Promise<{ readonly seq: string }> {
    if (requestId === null) return type();
    const requests =
      this.#bySession.get(id) ?? new Map<string, Promise<{ readonly seq: string }>>();
    this.#bySession.set(id, requests);
    const known = requests.get(requestId);
    if (known !== undefined) return known;
    const result = type();
    requests.set(requestId, result);
    // Where nothing runs nothing was typed: the same request may come again once something does.
    result.catch((error: unknown) => {
      if (error instanceof MaestroError && error.code === "not_running") requests.delete(requestId);
    });
    const [oldest] = requests.keys();
    if (requests.size > MAX_REMEMBERED && oldest !== undefined) requests.delete(oldest);
    return result;
  }

  forget(id: SessionId): void {
    this.#bySession.delete(id);
  }
}

/** Types a text into a session, with Enter behind it if asked; nothing else comes in between. */
export async function typeInput(
  context: AppContext,
  id: SessionId,
  input: InputRequest,
): Promise<{ readonly seq: string }> {
  const { text, submit } = input;
  if (submit) await untilReady(context, id);
  const { terminals, hub } = context;
  const terminal = terminals.get(id);
  if (terminal === undefined) {
    const session = context.store.get(id);
    throw session === null ? notFound(id) : noTerminal(session, "nothing was typed");
  }
  const { seq } = hub;
  if (submit) {
    const typed = withoutTrailingLineEnds(text);
    const check = submitCheck(context, id, { text: typed, gapMs: ENTER_GAP_MS });
    await terminal.submit(typed, { asPaste: isMultiLine(typed), gapMs: ENTER_GAP_MS, check });
  } else if (isMultiLine(text)) await terminal.paste(text);
  else if (text !== "") await terminal.type(Buffer.from(text));
  return { seq };
}
