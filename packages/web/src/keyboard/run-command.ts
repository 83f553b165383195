import type { Session } from "@maestro/protocol";
import { branchOf } from "../sessions/tree.ts";
import type { Daemon } from "../state/daemon.ts";
import {
  fold,
  goTo,
  notify,
  openSession,
  select,
  showOverlay,
  usePage,
} from "../state/page-store.ts";
import { askToEnd, focusNextWaiting, resume } from "../state/session-actions.ts";
import { rowKey, treeOf } from "../state/tree-of-page.ts";
import type { PageCommand } from "./page-key.ts";

/** The session that a command without a name of its own acts on. */
export function currentSession(): Session | undefined {
  const { view, selected, layout } = usePage.getState();
  return view.sessions.get(selected ?? "") ?? view.sessions.get(layout.ids[layout.focused] ?? "");
}

/** Does what a key asked for. */
export function runCommand(daemon: Daemon, command: PageCommand): void {
  const session = currentSession();
  switch (command) {
    case "move-down":
      return move(1);
    case "move-up":
      return move(-1);
    case "next-session":
      return openNeighbour(1);
    case "previous-session":
      return openNeighbour(-1);
    case "type":
      return typeOrUnfold();
    case "new":
      return showOverlay({ kind: "new-session" });
    case "rename":
      return session === undefined ? undefined : usePage.setState({ renaming: session.id });
    case "end":
      return session === undefined ? undefined : askToEnd(daemon, session);
    case "resume":
      if (session !== undefined && session.status !== "running") void resume(daemon, session.id);
      return;
    case "changes":
      return session === undefined ? undefined : showChanges(session);
    case "retained":
      return goTo({ kind: "retained" });
    case "overview":
      return goTo({ kind: "overview" });
    case "filter":
      return document.querySelector<HTMLElement>("[data-filter]")?.focus();
    case "command-bar":
      return showOverlay({ kind: "command-bar" });
    case "help":
      return showOverlay({ kind: "keys" });
    case "fold":
    case "unfold":
      return foldSelected(command === "fold");
    case "next-waiting":
      return focusNextWaiting();
    case "leave-terminal":
      return document.querySelector<HTMLElement>("[data-tree]")?.focus();
    default:
      return openPane(Number(command.slice("pane-".length)));
  }
}

/** Shows what a session's worktree has changed. */
export function showChanges(session: Session): void {
  if (session.worktree !== null) return goTo({ kind: "changes", id: session.id });
  const where = branchOf(session) === null ? "it has no worktree" : "it works in the main checkout";
  notify(`No changes to show: ${where}, so there is no base to compare with.`);
}

function openPane(number: number): void {
  const id = usePage.getState().layout.ids[number - 1];
  if (id !== undefined) openSession(id);
}

function move(by: 1 | -1): void {
  const page = usePage.getState();
  const keys = treeOf(page)
    .rows.map(rowKey)
    .filter((key) => key !== null);
  const at = page.selected === null ? -1 : keys.indexOf(page.selected);
  const next = keys[at === -1 ? (by === 1 ? 0 : keys.length - 1) : at + by];
  if (next !== undefined) select(next);
}

function openNeighbour(by: 1 | -1): void {
  const page = usePage.getState();
  const ids = treeOf(page).rows.flatMap((row) => (row.kind === "session" ? [row.session.id] : []));
  const at = ids.indexOf(page.layout.ids[page.layout.focused] ?? "");
  const next = ids[at === -1 ? 0 : at + by];
  if (next !== undefined) openSession(next);
}

function typeOrUnfold(): void {
  const { selected } = usePage.getState();
  if (selected === null) return;
  if (!selected.startsWith("/")) return openSession(selected);
  const row = treeOf(usePage.getState()).rows.find((one) => rowKey(one) === selected);
  if (row?.kind === "project") fold(selected, row.folded === false);
}

function foldSelected(folded: boolean): void {
  const page = usePage.getState();
  const row = treeOf(page).rows.find(
    (one) =>
      one.kind === "project" &&
      one.folded !== null &&
      (one.project.root === page.selected ||
        one.project.sessions.some(({ id }) => id === page.selected)),
  );
  if (row?.kind !== "project") return;
  fold(row.project.root, folded);
  select(row.project.root);
}
