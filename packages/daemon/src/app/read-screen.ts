import type { Session } from "../domain/session.ts";
import type { ScreenText, Snapshot } from "../ports/screen-models.ts";
import type { AppContext } from "./app-context.ts";
import { noTerminal } from "./no-terminal.ts";
import type { ScreenAnswer } from "./operations.ts";
import type { Terminal } from "./terminal/terminal.ts";

const ignore = (): void => {};
const IGNORE = {
  parsed: ignore,
  modesChanged: ignore,
  screenChanged: ignore,
  signalled: ignore,
  lost: ignore,
};

/** What a session's screen shows: the live one, or the last one of a session that ended. */
export async function readScreen(
  context: AppContext,
  session: Session,
  { format, scrollback }: { readonly format: "text" | "ansi"; readonly scrollback: number },
): Promise<ScreenAnswer> {
  const { snapshot, text } = await readLiveOrFinal(context, session, scrollback);
  const isAnsi = format === "ansi";
  const content = isAnsi ? Buffer.from(snapshot.bytes).toString("utf8") : text.lines.join("\n");
  const { cols, rows, cursor, title } = text;
  return { format, cols, rows, cursor, title, content };
}

interface Shown {
  readonly snapshot: Snapshot;
  readonly text: ScreenText;
}

async function readLiveOrFinal(
  context: AppContext,
  session: Session,
  scrollback: number,
): Promise<Shown> {
  const { id } = session;
  const terminal = context.terminals.get(id);
  if (terminal !== undefined) {
    try {
      return await readLive(terminal, scrollback);
    } catch (error) {
      // Where the command ended meanwhile, its last screen is on disk.
      if (context.terminals.get(id) === terminal) throw error;
    }
  }
  return readFinal(context, context.store.get(id) ?? session, scrollback);
}

async function readLive(terminal: Terminal, scrollback: number): Promise<Shown> {
  // Asked for in one breath, so that both are of the same moment.
  const [snapshot, text] = await Promise.all([terminal.snapshot(), terminal.text(scrollback)]);
  const longer = await longerHistory(terminal, text, scrollback);
  return { snapshot, text: longer === null ? text : { ...text, lines: longer } };
}

/**
 * History and screen from tmux, where it has more than the model, or null. All of it, since what
 * tmux has a moment later does not fit to the model's lines while the program goes on writing.
 */
async function longerHistory(
  terminal: Terminal,
  text: ScreenText,
  scrollback: number,
): Promise<readonly string[] | null> {
  const isWhole = text.lines.length - text.rows >= scrollback;
  if (isWhole || terminal.pane === null) return null;
  const lines = await terminal.pane.history(scrollback);
  return lines.length > text.lines.length ? lines : null;
}

async function readFinal(
  context: AppContext,
  session: Session,
  scrollback: number,
): Promise<Shown> {
  const snapshot = await finalScreen(context, session);
  const model = context.models.open(session.id, snapshot, IGNORE, scrollback);
  try {
    model.refill(Uint8Array.from(snapshot.bytes), snapshot);
    return { snapshot, text: await model.text(scrollback) };
  } finally {
    model.close();
  }
}

/** The last screen of a session that does not run. */
export async function finalScreen(context: AppContext, session: Session): Promise<Snapshot> {
  const snapshot = await context.finalScreens.read(session.id);
  if (snapshot !== null) return snapshot;
  if (session.life.phase === "dead") {
    return { ...session.size, bytes: Buffer.from("[the last screen of this session was lost]") };
  }
  throw noTerminal(session, "there is no screen of it");
}
