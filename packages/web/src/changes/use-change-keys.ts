import type { RefObject } from "react";
import { useViewKeys } from "../keyboard/use-view-keys.ts";

/** A block of changed lines begins where the line before is unchanged. */
const CHANGE = ".diff-line:has(.diff-code-insert, .diff-code-delete)";

/** The keys that go from change to change, from file to file, and back. */
export function useChangeKeys(scroller: RefObject<HTMLElement | null>, onBack: () => void): void {
  useViewKeys((key) => {
    const element = scroller.current;
    if (element === null) return false;
    if (key === "j" || key === "k") goToNext(element, changeTops(element), key === "j");
    else if (key === "]" || key === "[") {
      goToNext(element, topsOf(element, "[data-file]"), key === "]");
    } else if (key === "Escape") onBack();
    else return false;
    return true;
  });
}

/** A change is shown a little below the edge, under the file's header. */
const ABOVE = 72;

function topsOf(element: HTMLElement, selector: string): number[] {
  const origin = element.getBoundingClientRect().top - element.scrollTop;
  return [...element.querySelectorAll(selector)].map(
    (one) => one.getBoundingClientRect().top - origin,
  );
}

function changeTops(element: HTMLElement): number[] {
  const lines = [...element.querySelectorAll(".diff-line")];
  const starts = lines.filter(
    (line) => line.matches(CHANGE) && line.previousElementSibling?.matches(CHANGE) !== true,
  );
  const origin = element.getBoundingClientRect().top - element.scrollTop;
  return starts.map((line) => line.getBoundingClientRect().top - origin - ABOVE);
}

function goToNext(element: HTMLElement, tops: readonly number[], forward: boolean): void {
  const here = element.scrollTop;
  const next = forward
    ? tops.find((top) => top > here + 1)
    : tops.findLast((top) => top < here - 1);
  if (next !== undefined) element.scrollTop = Math.max(0, next);
}
