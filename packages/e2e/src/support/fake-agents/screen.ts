/** What stands on a fake agent's screen. */
export interface View {
  readonly title: string;
  readonly transcript: readonly string[];
  readonly status: string | null;
  readonly dialog: readonly string[] | null;
  readonly composer: string;
  readonly footer: string;
}

/** Draws a view, and only what changed: a quiet agent writes nothing. */
export class Screen {
  #drawn = "";
  #title = "";

  open(): void {
    process.stdout.write("\u001B[?2004h\u001B[2J\u001B[H");
  }

  draw(view: View): void {
    const rows = process.stdout.rows ?? 24;
    const cols = process.stdout.columns ?? 80;
    const below = view.dialog ?? ["─".repeat(cols), view.composer, "─".repeat(cols), view.footer];
    const status = view.status === null ? [] : [view.status, ""];
    const room = Math.max(0, rows - below.length - status.length);
    const above = view.transcript.flatMap((text) => text.split("\n")).slice(-room);
    const lines = [...above, ...status, ...below].slice(-rows);
    const cells = lines.map((line) => Array.from(line).slice(0, cols).join(""));
    const picture = `\u001B[H${cells.map((line) => `${line}\u001B[K`).join("\r\n")}\u001B[J`;
    if (view.title !== this.#title) {
      this.#title = view.title;
      process.stdout.write(`\u001B]0;${view.title}\u0007`);
    }
    if (picture === this.#drawn) return;
    this.#drawn = picture;
    process.stdout.write(`\u001B[?2026h${picture}\u001B[?2026l`);
  }

  /** The whole screen is to be drawn again. */
  forget(): void {
    this.#drawn = "";
  }

  close(): void {
    process.stdout.write("\u001B[?2004l\r\n");
  }
}
