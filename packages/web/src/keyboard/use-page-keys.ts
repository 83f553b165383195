import { useEffect } from "react";
import { usePage } from "../state/page-store.ts";
import { pageKey } from "./page-key.ts";
import { useRunCommand } from "./use-run-command.ts";

/** Listens for the page's keys wherever no terminal, field or dialog takes them. */
export function usePageKeys(): void {
  const run = useRunCommand();
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing) return;
      if (usePage.getState().overlay !== null) return;
      const target = event.target instanceof Element ? event.target : document.body;
      // A terminal has asked already, with its own, shorter list.
      if (target.closest(".terminal-host") !== null) return;
      const chordsOnly =
        target.matches(".pane-body") ||
        target.closest("input, textarea, select, [contenteditable]") !== null;
      const command = pageKey(event, chordsOnly ? "terminal" : "tree");
      if (command === null) return;
      // Enter and the arrows on a control are the control's own.
      const onControl = target.closest("button, a, summary, [role=tab], [role=radio]") !== null;
      if (
        onControl &&
        ["Enter", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].includes(event.key)
      ) {
        return;
      }
      event.preventDefault();
      run(command);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [run]);
}
