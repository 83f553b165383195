import { isPhone } from "../shell/use-phone.ts";
import { needsYou } from "../sessions/mark.ts";
import { buildTree, DENSE_FROM, matchesFilter, type TreeProject } from "../sessions/tree.ts";
import { type TreeRow, treeRows, type TreeShape } from "../sessions/tree-rows.ts";
import type { PageState } from "./page-store.ts";

/** The tree as the page shows it now. */
export interface PageTree {
  readonly rows: readonly TreeRow[];
  readonly shape: TreeShape;
}

type Inputs = Pick<PageState, "view" | "filter" | "folds" | "whole" | "selected" | "settings">;

let known: { readonly inputs: readonly unknown[]; readonly tree: PageTree } | null = null;
let projects: { readonly of: readonly unknown[]; readonly list: readonly TreeProject[] } | null =
  null;

/** The tree of a state of the page; the same one as long as nothing it is made of changes. */
export function treeOf(page: Inputs): PageTree {
  const { view, filter, folds, whole, selected, settings } = page;
  const inputs = [view.sessions, filter, folds, whole, selected, settings.rows, isPhone()];
  if (known !== null && same(known.inputs, inputs)) return known.tree;
  const shape: TreeShape = {
    dense: isDense(view.sessions.size, settings.rows),
    touch: isPhone(),
    folds,
    whole,
    selected,
    filtered: filter.trim() !== "",
  };
  const tree = { rows: treeRows(projectsOf(page), shape), shape };
  known = { inputs, tree };
  return tree;
}

function projectsOf({ view, filter }: Inputs): readonly TreeProject[] {
  const of = [view.sessions, filter, isPhone()];
  if (projects === null || !same(projects.of, of)) {
    // On a phone those that need somebody stand above the tree, in full.
    const found = [...view.sessions.values()].filter(
      (session) => matchesFilter(session, filter) && !(isPhone() && needsYou(session)),
    );
    projects = { of, list: buildTree(found) };
  }
  return projects.list;
}

function isDense(sessions: number, rows: PageState["settings"]["rows"]): boolean {
  if (isPhone()) return false;
  return rows === "single-line" || (rows === "auto" && sessions >= DENSE_FROM);
}

function same(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.every((value, at) => Object.is(value, b[at]));
}

/** What stands for a row in `selected`, or null for a row that is not moved to. */
export function rowKey(row: TreeRow): string | null {
  if (row.kind === "session") return row.session.id;
  return row.kind === "project" && row.folded !== null ? row.project.root : null;
}
