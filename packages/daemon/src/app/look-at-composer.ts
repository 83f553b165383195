import { heldInComposer, inComposer } from "../domain/attention/composer.ts";
import type { SessionId } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";

/** One look at an agent's screen. */
export interface ComposerLook {
  /** Where a text is. In a question there is no composer: keys answer it at once. */
  readonly seen: "stands" | "empty" | "absent" | "question";
  /** What the composer holds, or null. */
  readonly held: string | null;
  readonly lines: readonly string[];
}

const NOTHING: ComposerLook = { seen: "absent", held: null, lines: [] };

/** Where a text is on an agent's screen; `hint` is what its composer held before that was typed. */
export async function lookAtComposer(
  { terminals, attention }: AppContext,
  id: SessionId,
  { text, hint = null }: { readonly text: string; readonly hint?: string | null },
): Promise<ComposerLook> {
  const terminal = terminals.get(id);
  const agent = attention.agent(id);
  if (terminal === undefined || agent === null) return NOTHING;
  const screen = await terminal.text(0).catch(() => null);
  // A screen that was lost is drawn again soon, and says nothing until then.
  if (screen === null) return NOTHING;
  const { lines, title } = screen;
  const asks = agent.evidence({ title, screenLines: lines })?.state === "awaiting_input";
  const seen = asks ? "question" : inComposer(lines, text, hint);
  return { seen, held: heldInComposer(lines), lines };
}
