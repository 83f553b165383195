import { type RefObject, useLayoutEffect, useMemo, useState } from "react";

/** Rows drawn beyond the edge, so that a quick scroll does not show the ground. */
const SPARE = 12;

/** Which rows of a list with known heights are in sight. */
export function useWindowOfRows<Row>(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  heightOf: (row: Row) => number,
): { tops: readonly number[]; height: number; from: number; to: number } {
  const [seen, setSeen] = useState({ top: 0, height: 1000 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return undefined;
    const look = (): void => {
      const { scrollTop: top, clientHeight: height } = element;
      setSeen((known) => (known.top === top && known.height === height ? known : { top, height }));
    };
    look();
    const resize = new ResizeObserver(look);
    resize.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      resize.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [scroller]);

  const tops = useMemo(() => {
    const found = [0];
    for (const row of rows) found.push((found.at(-1) ?? 0) + heightOf(row));
    return found;
    // The heights follow from the rows and from their layout, which changes the rows.
  }, [rows]);
  const from = Math.max(0, firstBelow(tops, seen.top) - 1 - SPARE);
  const to = Math.min(rows.length, firstBelow(tops, seen.top + seen.height) + SPARE);
  return { tops, height: tops.at(-1) ?? 0, from, to };
}

/** The first place at or below a height, by halving. */
function firstBelow(tops: readonly number[], height: number): number {
  let low = 0;
  let high = tops.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle] ?? 0) < height) low = middle + 1;
    else high = middle;
  }
  return low;
}
