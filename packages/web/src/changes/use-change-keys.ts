import { type RefObject, useEffect } from "react";
import { goTo, usePage } from "../state/page-store.ts";

/** A block of changed lines begins where the line before is unchanged. */
const CHANGE = ".diff-line:has(.diff-code-insert, .diff-code-delete)";

/** The keys that go from change to change and from file to file. */
export function useChangeKeys(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : document.body;
      if (usePage.getState().overlay !== null || target.closest("input, textarea") !== null) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const element = scroller.current;
      if (element === null) return;
      if (event.key === "j" || event.key === "k")
        goToNext(element, changeTops(element), event.key === "j");
      else if (event.key === "]" || event.key === "[") {
        goToNext(element, topsOf(element, "[data-file]"), event.key === "]");
      } else if (event.key === "Escape") goTo({ kind: "panes" });
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the page's own keys, of which j and k are two.
    document.addEventListener("keydown", listen, true);
    return () => document.removeEventListener("keydown", listen, true);
  }, [scroller]);
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
