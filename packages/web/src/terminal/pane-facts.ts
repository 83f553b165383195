import { create } from "zustand";
import type { AttachState } from "./attachment.ts";

/** What a shown terminal tells the rest of the page. */
export interface PaneFacts {
  readonly attach: AttachState;
  readonly size: { readonly cols: number; readonly rows: number } | null;
}

const UNKNOWN: PaneFacts = { attach: { kind: "connecting", again: false }, size: null };

const usePanes = create<ReadonlyMap<string, PaneFacts>>(() => new Map());

/** Notes how a session's pane stands; null once it is not shown any more. */
export function notePane(id: string, facts: Partial<PaneFacts> | null): void {
  const panes = new Map(usePanes.getState());
  if (facts === null) panes.delete(id);
  else panes.set(id, { ...(panes.get(id) ?? UNKNOWN), ...facts });
  usePanes.setState(panes, true);
}

/** How a session's pane stands. */
export function usePaneFacts(id: string | undefined): PaneFacts {
  return usePanes((panes) => (id === undefined ? undefined : panes.get(id)) ?? UNKNOWN);
}
