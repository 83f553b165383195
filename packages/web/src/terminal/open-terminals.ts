import type { LiveTerminal } from "./live-terminal.ts";

const open = new Map<string, LiveTerminal>();

/** Makes a shown terminal known to the key row and the commands; answers how to take it back. */
export function registerTerminal(id: string, terminal: LiveTerminal): () => void {
  open.set(id, terminal);
  return () => {
    if (open.get(id) === terminal) open.delete(id);
  };
}

/** The terminal of a session, where one is shown. */
export function openTerminal(id: string): LiveTerminal | undefined {
  return open.get(id);
}
