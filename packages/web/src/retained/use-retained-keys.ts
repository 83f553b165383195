import { useViewKeys } from "../keyboard/use-view-keys.ts";
import { goTo, showOverlay } from "../state/page-store.ts";

/** The keys of the list: from row to row, what can be done with the open one, and back. */
export function useRetainedKeys(list: {
  readonly paths: readonly string[];
  /** The row that is open. */
  readonly shown: string | null;
  readonly setOpened: (path: string) => void;
}): void {
  const { paths, shown, setOpened } = list;
  useViewKeys((key, target) => {
    if (key === "Escape") {
      goTo({ kind: "panes" });
      return true;
    }
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[key];
    if (step !== undefined) {
      const next = paths[shown === null ? 0 : paths.indexOf(shown) + step];
      if (next !== undefined) setOpened(next);
      return paths.length > 0;
    }
    if (shown === null || !paths.includes(shown)) return false;
    if (key === "d") goTo({ kind: "tree-changes", path: shown });
    // On any other button Enter presses that one.
    else if (key === "Enter" && target.closest("button:not([aria-expanded=true])") === null) {
      showOverlay({ kind: "new-session", directory: shown });
    } else return false;
    return true;
  });
}
