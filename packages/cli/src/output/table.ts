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
  /** Where nothing can shrink any more, columns that have one are left out, the lowest first. */
  readonly leaveOut?: number;
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
  const wanted = columns.map((column, i) =>
    Math.max(displayWidth(column.title), ...texts.map((row) => displayWidth(row[i] ?? ""))),
  );
  const widths = width === null ? wanted : fitted(columns, wanted, width);

  const line = (cells: readonly string[], paint: (i: number, text: string) => string): string =>
    columns
      .flatMap((column, i) => {
        const room = widths[i];
        if (room == null) return [];
        const text = fit(cells[i] ?? "", room, column.cut);
        const blank = " ".repeat(Math.max(0, room - displayWidth(text)));
        const painted = paint(i, text);
        if (column.align === "right") return blank + painted;
        return painted + (i === columns.length - 1 ? "" : blank);
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

/** How wide each column becomes; null for one that is left out. */
function fitted(
  columns: readonly Column[],
  wanted: readonly number[],
  width: number,
): (number | null)[] {
  const widths: (number | null)[] = [...wanted];
  while (!shrunk(columns, widths, width)) {
    const ranks = columns.map(({ leaveOut }, i) =>
      widths[i] === null ? null : (leaveOut ?? null),
    );
    const least = Math.min(...ranks.filter((rank) => rank !== null));
    if (least === Infinity) break;
    // Those that stay have the room for themselves again.
    for (const [i, rank] of ranks.entries())
      widths[i] = widths[i] === null || rank === least ? null : (wanted[i] ?? 0);
  }
  return widths;
}

/** Takes from the widths what they can give, the last one first. False where that is too little. */
function shrunk(columns: readonly Column[], widths: (number | null)[], width: number): boolean {
  const shown = widths.filter((one) => one !== null);
  let over = shown.reduce((sum, one) => sum + one, GAP.length * (shown.length - 1)) - width;
  for (let i = columns.length - 1; i >= 0 && over > 0; i--) {
    const least = columns[i]?.shrinkTo;
    const present = widths[i];
    if (least === undefined || present == null || present <= least) continue;
    const given = Math.min(over, present - least);
    widths[i] = present - given;
    over -= given;
  }
  return over <= 0;
}

function fit(text: string, room: number, cut: Column["cut"]): string {
  return cut === "middle" ? cutMiddle(text, room) : cutToWidth(text, room);
}
