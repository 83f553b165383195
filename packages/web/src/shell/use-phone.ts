import { useSyncExternalStore } from "react";

const query = matchMedia("(max-width: 719px)");

function subscribe(listener: () => void): () => void {
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** True on a screen of a phone's width. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}

/** The same, asked once. */
export function isPhone(): boolean {
  return query.matches;
}

/** True where a focused field brings up a keyboard that covers half of what there was to read. */
export function hasScreenKeyboard(): boolean {
  return query.matches && matchMedia("(pointer: coarse)").matches;
}
