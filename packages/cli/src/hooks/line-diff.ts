/** One line of a difference: kept (" "), taken out ("-") or new ("+"). */
export interface DiffLine {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

const CONTEXT = 3;
/** Beyond this the middle is shown as replaced: the table grows with the square. */
const MOST_LINES = 2000;

/** The lines that differ, with some of those around them; a gap is a line of its own, "…". */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  return withContextOnly(allLines(linesOf(before), linesOf(after)));
}

function linesOf(text: string): readonly string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}

function allLines(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  return [
    ...signed(" ", a.slice(0, head)),
    ...middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)),
    ...signed(" ", a.slice(a.length - tail)),
  ];
}

function signed(sign: DiffLine["sign"], lines: readonly string[]): readonly DiffLine[] {
  return lines.map((text) => ({ sign, text }));
}

/** By the longest common subsequence. */
function middle(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  if (Math.max(a.length, b.length) > MOST_LINES) return [...signed("-", a), ...signed("+", b)];
  const width = b.length + 1;
  const common = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] =
        a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ sign: " ", text: a[i] ?? "" });
      i++;
      j++;
    } else if (j === b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ sign: "-", text: a[i++] ?? "" });
    } else lines.push({ sign: "+", text: b[j++] ?? "" });
  }
  return lines;
}

function withContextOnly(lines: readonly DiffLine[]): readonly DiffLine[] {
  const near = new Set<number>();
  for (const [index, { sign }] of lines.entries()) {
    if (sign === " ") continue;
    for (let at = index - CONTEXT; at <= index + CONTEXT; at++) near.add(at);
  }
  return lines.flatMap((line, index) => {
    if (near.has(index)) return [line];
    return near.has(index - 1) && near.size > 0 && index < lines.length - 1
      ? [{ sign: " ", text: "…" } as const]
      : [];
  });
}
