import { type ChangeData, type HunkData, pickRanges, type TokenizeEnhancer } from "react-diff-view";
import { linePairs } from "./line-pairs.ts";
import { type Stretch, wordMarks } from "./word-marks.ts";

type Line = Exclude<ChangeData, { type: "normal" }>;
type Ranges = Parameters<typeof pickRanges>[0];

/** Marks, in lines that were changed a little, the words that were. */
export function markWords(hunks: readonly HunkData[]): TokenizeEnhancer {
  const before: Ranges = [];
  const after: Ranges = [];
  for (const [removed, added] of hunks.flatMap(({ changes }) => blocksOf(changes))) {
    const texts = (lines: readonly Line[]): string[] => lines.map(({ content }) => content);
    for (const [from, to] of linePairs(texts(removed), texts(added))) {
      const [old, now] = [removed[from], added[to]];
      if (old === undefined || now === undefined) continue;
      const marks = wordMarks(old.content, now.content);
      before.push(...marks.before.map((one) => rangeOf(old, one)));
      after.push(...marks.after.map((one) => rangeOf(now, one)));
    }
  }
  return pickRanges(before, after);
}

function rangeOf({ lineNumber }: Line, { start, length }: Stretch): Ranges[number] {
  return { type: "edit", lineNumber, start, length };
}

/** Lines that were removed and those that stand there instead. */
function blocksOf(changes: readonly ChangeData[]): [Line[], Line[]][] {
  const blocks: [Line[], Line[]][] = [];
  let block: [Line[], Line[]] = [[], []];
  for (const change of changes) {
    if (change.type === "normal") {
      blocks.push(block);
      block = [[], []];
    } else block[change.type === "delete" ? 0 : 1].push(change);
  }
  return [...blocks, block].filter(([removed, added]) => removed.length > 0 && added.length > 0);
}
