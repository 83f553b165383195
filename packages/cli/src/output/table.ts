import { cutMiddle, cutToWidth, displayWidth } from "./display-width.ts";
import { printable } from "./printable.ts";

/** One cell: its text, and how it is painted once it is cut and padded. */
export interface Cell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

/** A column; those that may shrink give way, the last one first, when the terminal is narrow. */
export interface Column {
  readonly title: string;
  readonly align?: "left" | "right";
  /** How narrow it may become; one that is left out never shrinks. */
  readonly shrinkTo?: number;
  /** Where a text that is too long is cut. */
  readonly cut?: "end" | "middle";
}

const GAP = "  ";

/**
 * Rows as aligned lines. `width` null means that nobody looks: nothing is cut, as scripts want it.
 */
export function formatTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  width: number | null,
): string[] {
  const texts = rows.map((row) => columns.map((_, i) => printable(row[i]?.text ?? "")));
  const widths = columns.map((column, i) =>
    Math.max(displayWidth(column.title), ...texts.map((row) => displayWidth(row[i] ?? ""))),
  );
  if (width !== null) shrink(columns, widths, width);

  const line = (cells: readonly string[], paint: (i: number, text: string) => string): string =>
    columns
      .map((column, i) => {
        const room = widths[i] ?? 0;
        const text = fit(cells[i] ?? "", room, column.cut);
        const blank = " ".repeat(Math.max(0, room - displayWidth(text)));
        const painted = paint(i, text);
        if (column.align === "right") return blank + painted;
        return i === columns.length - 1 ? painted : painted + blank;
      })
      .join(GAP)
      .trimEnd();

  const titles = columns.map((column) => column.title);
  const head = titles.every((title) => title === "") ? [] : [line(titles, (_, text) => text)];
  const body = texts.map((cells, r) =>
    line(cells, (i, text) => rows[r]?.[i]?.paint?.(text) ?? text),
  );
  return [...head, ...body];
}

function shrink(columns: readonly Column[], widths: number[], width: number): void {
  let over = widths.reduce((sum, one) => sum + one, GAP.length * (columns.length - 1)) - width;
  for (let i = columns.length - 1; i >= 0 && over > 0; i--) {
    const least = columns[i]?.shrinkTo;
    const present = widths[i];
    if (least === undefined || present === undefined || present <= least) continue;
    const given = Math.min(over, present - least);
    widths[i] = present - given;
    over -= given;
  }
}

function fit(text: string, room: number, cut: Column["cut"]): string {
  return cut === "middle" ? cutMiddle(text, room) : cutToWidth(text, room);
}
