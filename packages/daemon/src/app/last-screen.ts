import { KEPT_BYTES, MODEL_LINES } from "../domain/scrollback.ts";
import type { Snapshot } from "../ports/screen-models.ts";
import type { ScrollbackSource } from "../ports/terminal-host.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** How long tmux may take to tell its scrollback, before the model's has to do. */
const SCROLLBACK_DEADLINE_MS = 3_000;

/**
 * What a command that ended leaves to be looked at: its screen as the model has it, and above it
 * what the model has, if that is everything there ever was; else what tmux has, which is more.
 */
export async function lastScreen(
  terminal: Pick<Terminal, "snapshot" | "screenOnly" | "text">,
  source: ScrollbackSource,
): Promise<Snapshot> {
  const [whole, text] = await Promise.all([terminal.snapshot(), terminal.text(MODEL_LINES)]);
  const hasEverything = text.lines.length - text.rows < MODEL_LINES;
  const fits = whole.bytes.length <= KEPT_BYTES;
  if (hasEverything && fits) return whole;
  const older = await within(SCROLLBACK_DEADLINE_MS, source.scrollback(KEPT_BYTES));
  if (older === null && fits) return whole;
  const screen = await terminal.screenOnly();
  if (older === null) return screen;
  return { ...screen, bytes: Buffer.concat([older, screen.bytes]) };
}

/** What it resolves to, or null where it fails or takes longer. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([promise, late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}
