import type { Session } from "@maestro/protocol";
import { byMark, type TreeGroup, type TreeProject } from "./tree.ts";
import { markOf } from "./mark.ts";

/** One line of the tree, of a height that is known before it is drawn. */
export type TreeRow =
  | { readonly kind: "project"; readonly project: TreeProject; readonly folded: boolean | null }
  | { readonly kind: "worktree"; readonly group: TreeGroup }
  | { readonly kind: "session"; readonly session: Session; readonly nested: "no" | "yes" | "last" }
  | { readonly kind: "more"; readonly root: string; readonly count: number };

/** How a tree is laid out. */
export interface TreeShape {
  readonly dense: boolean;
  /** Touch rows are taller. */
  readonly touch: boolean;
  /** Projects opened or folded by hand; the rest follow the selection. */
  readonly folds: ReadonlyMap<string, boolean>;
  readonly selected: string | null;
  /** A filter shows all that it finds. */
  readonly filtered: boolean;
  /** Projects whose quiet sessions are listed in full. */
  readonly whole: ReadonlySet<string>;
}

/** So many quiet sessions of a dense project are listed; the rest are a number. */
const QUIET_SHOWN = 8;

/** The tree's rows from top to bottom. */
export function treeRows(projects: readonly TreeProject[], shape: TreeShape): readonly TreeRow[] {
  return projects.flatMap((project) =>
    shape.dense ? denseRows(project, shape) : roomyRows(project),
  );
}

/** A row's height in pixels. */
export function rowHeight(
  row: TreeRow,
  { dense, touch }: Pick<TreeShape, "dense" | "touch">,
): number {
  switch (row.kind) {
    case "project":
      return touch ? 52 : dense ? 25 : 36;
    case "worktree":
      return 22;
    case "more":
      return touch ? 44 : 24;
    case "session":
      break;
  }
  if (touch) return 60;
  return dense ? 24 : 44;
}

function roomyRows(project: TreeProject): TreeRow[] {
  const rows: TreeRow[] = [{ kind: "project", project, folded: null }];
  for (const group of project.groups) {
    const shared = group.worktree !== null && group.sessions.length > 1;
    if (shared) rows.push({ kind: "worktree", group });
    for (const [at, session] of group.sessions.entries()) {
      const last = at === group.sessions.length - 1;
      rows.push({ kind: "session", session, nested: shared ? (last ? "last" : "yes") : "no" });
    }
  }
  return rows;
}

function denseRows(project: TreeProject, shape: TreeShape): TreeRow[] {
  const holdsSelected = project.sessions.some(({ id }) => id === shape.selected);
  const folded = !shape.filtered && !(shape.folds.get(project.root) ?? holdsSelected);
  const head: TreeRow = { kind: "project", project, folded };
  if (folded) return [head];
  const sorted = byMark(project.sessions);
  const quietFrom = sorted.findIndex((session) =>
    ["idle", "dead", "dormant"].includes(markOf(session)),
  );
  const all = shape.filtered || shape.whole.has(project.root) || quietFrom === -1;
  const shown = all
    ? sorted
    : sorted.filter((session, at) => at < quietFrom + QUIET_SHOWN || session.id === shape.selected);
  const rest = sorted.length - shown.length;
  return [
    head,
    ...shown.map((session): TreeRow => ({ kind: "session", session, nested: "no" })),
    ...(rest > 0 ? [{ kind: "more", root: project.root, count: rest } as const] : []),
  ];
}
