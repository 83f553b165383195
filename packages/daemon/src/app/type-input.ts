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

/** Types a text into a session, with Enter behind it if asked; nothing else comes in between. */
export async function typeInput(
  context: AppContext,
  id: SessionId,
  input: InputRequest,
): Promise<{ readonly seq: string }> {
  const { text, submit, requestId } = input;
  if (submit) await untilReady(context, id);
  const { terminals, hub, typed: requests } = context;
  const terminal = terminals.get(id);
  if (terminal === undefined) {
    const session = context.store.get(id);
    throw session === null ? notFound(id) : noTerminal(session, "nothing was typed");
  }
  const { seq } = hub;
  const typed = submit ? withoutTrailingLineEnds(text) : text;
  if (submit && typed !== "") {
    const check = submitCheck(context, id, { text: typed, gapMs: ENTER_GAP_MS });
    const progress = requests.progressOf(id, requestId, typed);
    const how = { asPaste: isMultiLine(typed), gapMs: ENTER_GAP_MS, check, progress };
    await terminal.submit(typed, how);
    return { seq };
  }
  if (requestId !== null) await requests.note(id, requestId);
  if (submit) await terminal.enter();
  else if (isMultiLine(typed)) await terminal.paste(typed);
  else if (typed !== "") await terminal.type(Buffer.from(typed));
  return { seq };
}
