import { EMPTY_VIEW, type SessionView } from "@maestro/client";
import type { UnsavedWork } from "@maestro/protocol";
import { create } from "zustand";
import {
  closePane,
  NO_PANES,
  openBeside,
  openInPlace,
  type PaneLayout,
  readLayout,
  withoutGone,
  writeLayout,
} from "./pane-layout.ts";
import { readSettings, type Settings, SETTINGS_KEY, writeSettings } from "./settings.ts";

/** How the page stands with its daemon. */
type Link =
  | { readonly kind: "connecting" }
  | { readonly kind: "open" }
  | { readonly kind: "lost"; readonly nextTryAt: number };

/** What fills the space beside the tree. */
export type Place =
  | { readonly kind: "panes" }
  | { readonly kind: "overview" }
  /** With the row of this tree open. */
  | { readonly kind: "retained"; readonly path?: string }
  | { readonly kind: "changes"; readonly id: string }
  | { readonly kind: "tree-changes"; readonly path: string };

/** The one dialog that is open. */
export type Overlay =
  | { readonly kind: "command-bar" }
  | { readonly kind: "new-session"; readonly directory?: string; readonly agent?: string }
  | { readonly kind: "end"; readonly id: string }
  | { readonly kind: "refused-end"; readonly id: string; readonly work: UnsavedWork }
  | { readonly kind: "session-menu"; readonly id: string }
  | { readonly kind: "why"; readonly id: string }
  | { readonly kind: "open-link"; readonly uri: string }
  | { readonly kind: "settings" }
  | { readonly kind: "keys" };

/** Something that went wrong and that no place of its own tells. */
interface Notice {
  readonly text: string;
}

/** What the whole page shows, in one place. */
export interface PageState {
  readonly view: SessionView;
  readonly link: Link;
  /** Projects that were folded or opened by hand. */
  readonly folds: ReadonlyMap<string, boolean>;
  /** Projects whose quiet sessions are listed in full. */
  readonly whole: ReadonlySet<string>;
  readonly layout: PaneLayout;
  readonly place: Place;
  readonly overlay: Overlay | null;
  /** The row of the tree on which the keys of the tree act. */
  readonly selected: string | null;
  /** The session whose name is being edited in the tree. */
  readonly renaming: string | null;
  readonly filter: string;
  readonly settings: Settings;
  readonly notice: Notice | null;
  /** The home directory on the daemon's machine, once it is known. */
  readonly home: string | null;
  /** How long the way to the daemon and back took last, in whole milliseconds. */
  readonly roundTripMs: number | null;
  /** Counts how often the keys were to go into a pane. */
  readonly focusAsked: number;
  /** On a phone: whether the terminal covers the list. */
  readonly phoneShowsPane: boolean;
}

/** The state of the page, for components to select from. */
export const usePage = create<PageState>(() => ({
  view: EMPTY_VIEW,
  link: { kind: "connecting" },
  folds: new Map(),
  whole: new Set(),
  layout: readLayout(localStorage),
  place: { kind: "panes" },
  overlay: null,
  selected: null,
  renaming: null,
  filter: "",
  settings: readSettings(localStorage),
  notice: null,
  home: null,
  roundTripMs: null,
  focusAsked: 0,
  phoneShowsPane: false,
}));

const { setState: set, getState: get } = usePage;

// What is set in one page of a browser holds in all of them.
window.addEventListener("storage", ({ key }) => {
  if (key === SETTINGS_KEY) set({ settings: readSettings(localStorage) });
});

/** Takes what the daemon said; panes of sessions that are gone go with them. */
export function viewChanged(view: SessionView): void {
  const { layout, selected, place } = get();
  // Before a first snapshot nothing is known to be gone.
  const kept = view.current ? withoutGone(layout, (id) => view.sessions.has(id)) : layout;
  if (kept !== layout) setLayout(kept);
  set({
    view,
    selected: isShown(selected, view) ? selected : (kept.ids[kept.focused] ?? null),
    place: view.current ? placeThatIs(place, view) : place,
  });
}

/** The place, or the one behind it where what it shows is gone. */
function placeThatIs(place: Place, view: SessionView): Place {
  if (place.kind === "changes" && !view.sessions.has(place.id)) return { kind: "panes" };
  if (place.kind === "tree-changes" && !view.worktrees.has(place.path)) return { kind: "retained" };
  return place;
}

/** A row is a session, or the directory of a project, which begins with a slash. */
function isShown(row: string | null, view: SessionView): boolean {
  return row !== null && (row.startsWith("/") || view.sessions.has(row));
}

/** Shows a session in a pane and selects it. */
export function openSession(id: string, how: "in-place" | "beside" = "in-place"): void {
  setLayout((how === "beside" ? openBeside : openInPlace)(get().layout, id));
  set({
    place: { kind: "panes" },
    selected: id,
    phoneShowsPane: true,
    focusAsked: get().focusAsked + 1,
  });
}

/** Notes that the keys are in a session's pane. */
export function focusPaneOf(id: string): void {
  const { layout, selected } = get();
  const index = layout.ids.indexOf(id);
  if (index === -1) return;
  if (index !== layout.focused) setLayout({ ...layout, focused: index });
  if (selected !== id) set({ selected: id });
}

/** Takes a session's pane away; on a phone that leads back to the list. */
export function closeSessionPane(id: string): void {
  setLayout(closePane(get().layout, id));
  set({ phoneShowsPane: false });
}

/** Shows another view. */
export function goTo(place: Place): void {
  set({ place, phoneShowsPane: place.kind === "changes" || place.kind === "tree-changes" });
}

/** On a phone: back from a view to the session that it covered, without the keyboard coming up. */
export function showPaneOnPhone(): void {
  set({ place: { kind: "panes" }, phoneShowsPane: true });
}

/** Opens a dialog or the command bar above the view, or closes what is open. */
export function showOverlay(overlay: Overlay | null): void {
  set({ overlay });
}

/** Puts the tree's cursor on a row, or on none. */
export function select(row: string | null): void {
  set({ selected: row });
}

/** Folds a project of a dense tree, or opens it. */
export function fold(root: string, folded: boolean): void {
  set({ folds: new Map(get().folds).set(root, !folded) });
}

/** Lists a project's quiet sessions in full. */
export function showWhole(root: string): void {
  set({ whole: new Set(get().whole).add(root) });
}

/** Changes some settings, here and in what the browser keeps. */
export function changeSettings(changes: Partial<Settings>): void {
  const settings = { ...get().settings, ...changes };
  writeSettings(localStorage, settings);
  set({ settings });
}

/** Says what went wrong, until it is closed or something else is to be said. */
export function notify(text: string | null): void {
  set({ notice: text === null ? null : { text } });
}

/** Forgets everything that only a signed-in page may show. */
export function forgetAll(): void {
  writeLayout(localStorage, NO_PANES);
  set({
    view: EMPTY_VIEW,
    layout: NO_PANES,
    overlay: null,
    selected: null,
    notice: null,
    filter: "",
    home: null,
    roundTripMs: null,
  });
}

function setLayout(layout: PaneLayout): void {
  if (layout === get().layout) return;
  writeLayout(localStorage, layout);
  set({ layout });
}
