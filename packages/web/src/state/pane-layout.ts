/** The sessions shown side by side, and which of them has the keys. */
export interface PaneLayout {
  readonly ids: readonly string[];
  readonly focused: number;
}

/** A page before anything was opened in it. */
export const NO_PANES: PaneLayout = { ids: [], focused: 0 };

/** More would leave none of them wide enough to read. */
export const MOST_PANES = 6;

const KEY = "maestro.panes";

/** Shows a session: where it is already, else in place of the pane that has the keys. */
export function openInPlace(layout: PaneLayout, id: string): PaneLayout {
  const at = layout.ids.indexOf(id);
  if (at !== -1) return { ...layout, focused: at };
  if (layout.ids.length === 0) return { ids: [id], focused: 0 };
  return { ...layout, ids: layout.ids.with(layout.focused, id) };
}

/** Shows a session beside the others, behind the pane that has the keys. */
export function openBeside(layout: PaneLayout, id: string): PaneLayout {
  const at = layout.ids.indexOf(id);
  if (at !== -1) return { ...layout, focused: at };
  if (layout.ids.length >= MOST_PANES) return openInPlace(layout, id);
  const place = layout.ids.length === 0 ? 0 : layout.focused + 1;
  return { ids: layout.ids.toSpliced(place, 0, id), focused: place };
}

/** Takes a session's pane away; the session goes on. */
export function closePane(layout: PaneLayout, id: string): PaneLayout {
  const at = layout.ids.indexOf(id);
  if (at === -1) return layout;
  const ids = layout.ids.toSpliced(at, 1);
  const focused = layout.focused > at ? layout.focused - 1 : layout.focused;
  return { ids, focused: Math.max(0, Math.min(focused, ids.length - 1)) };
}

/** Without the panes of sessions that are no more. */
export function withoutGone(layout: PaneLayout, exists: (id: string) => boolean): PaneLayout {
  return layout.ids.filter((id) => !exists(id)).reduce(closePane, layout);
}

/** The layout of the last visit. */
export function readLayout(storage: Pick<Storage, "getItem">): PaneLayout {
  try {
    const stored = JSON.parse(storage.getItem(KEY) ?? "null") as Partial<PaneLayout> | null;
    const ids = (Array.isArray(stored?.ids) ? stored.ids : []).filter(
      (id): id is string => typeof id === "string",
    );
    const unique = [...new Set(ids)].slice(0, MOST_PANES);
    const focused = unique[stored?.focused ?? 0] === undefined ? 0 : (stored?.focused ?? 0);
    return { ids: unique, focused };
  } catch {
    return NO_PANES;
  }
}

/** Keeps the layout for the next visit. */
export function writeLayout(storage: Pick<Storage, "setItem">, layout: PaneLayout): void {
  try {
    storage.setItem(KEY, JSON.stringify(layout));
  } catch {
    // Without storage the next visit begins with an empty area.
  }
}
