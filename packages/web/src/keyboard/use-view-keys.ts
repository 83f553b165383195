import { useEffect, useRef } from "react";
import { usePage } from "../state/page-store.ts";

/**
 * The keys of a view that fills the place of the panes. `pressed` answers true where a key was the
 * view's; such a key goes no further.
 */
export function useViewKeys(pressed: (key: string, target: Element) => boolean): void {
  const current = useRef(pressed);
  useEffect(() => {
    current.current = pressed;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const target = event.target instanceof Element ? event.target : document.body;
      if (usePage.getState().overlay !== null || target.closest("input, textarea") !== null) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (!current.current(event.key, target)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    // Before the page's own keys, which have some of the same letters.
    document.addEventListener("keydown", listen, true);
    return () => document.removeEventListener("keydown", listen, true);
  }, []);
}
