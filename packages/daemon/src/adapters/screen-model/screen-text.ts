import type { ScreenText } from "../../ports/screen-models.ts";
import type { Core, ScreenBuffer } from "./xterm-internals.ts";
import { titlesOf } from "./xterm-internals.ts";

/**
 * The screen as text. The scrollback is that of the normal screen, also while a program shows the
 * alternate one: it is what scrolled by above.
 */
export function screenText(core: Core, scrollback: number): ScreenText {
  const { active, normal } = core.buffers;
  const above = Math.min(Math.max(Math.floor(scrollback), 0), normal.ybase);
  return {
    cols: core.cols,
    rows: core.rows,
    lines: [
      ...linesOf(normal, normal.ybase - above, above, core.cols),
      ...linesOf(active, active.ybase, core.rows, core.cols),
    ],
    cursor: { x: Math.min(active.x, core.cols - 1), y: active.y },
    title: titlesOf(core).title,
  };
}

function linesOf(buffer: ScreenBuffer, from: number, count: number, cols: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const text = buffer.lines.get(from + i)?.translateToString(true, 0, cols) ?? "";
    return text.replace(/ +$/, "");
  });
}
