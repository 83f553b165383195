import { useEffect, useLayoutEffect, useRef } from "react";
import { rowHeight, type TreeRow } from "../sessions/tree-rows.ts";
import { usePage } from "../state/page-store.ts";
import { rowKey, treeOf } from "../state/tree-of-page.ts";
import { TreeRowView } from "./tree-row.tsx";
import { useWindowOfRows } from "./use-window-of-rows.ts";
import { usePhone } from "./use-phone.ts";

/** Projects, worktrees and sessions. Only what can be seen is drawn, however many there are. */
export function SessionTree() {
  usePhone();
  const { rows, shape } = usePage(treeOf);
  const selected = usePage((page) => page.selected);
  const scroller = useRef<HTMLDivElement>(null);
  const { tops, height, from, to } = useWindowOfRows(scroller, rows, (row) =>
    rowHeight(row, shape),
  );
  const at = rows.findIndex((row) => selected !== null && rowKey(row) === selected);
  const top = tops[at];
  const bottom = at === -1 ? undefined : tops[at + 1];

  useEffect(() => {
    const element = scroller.current;
    if (element === null || top === undefined || bottom === undefined) return;
    if (top < element.scrollTop) element.scrollTop = Math.max(0, top - 8);
    else if (bottom > element.scrollTop + element.clientHeight) {
      element.scrollTop = bottom - element.clientHeight + 8;
    }
    // Only a change of the selection scrolls: a list that grows must not move under a finger.
  }, [selected]);

  return (
    <div
      ref={scroller}
      className={`tree${shape.dense ? " dense" : ""}`}
      role="tree"
      aria-label="Sessions"
      tabIndex={0}
      data-tree=""
      aria-activedescendant={at >= from && at < to ? rowId(rows[at]) : undefined}
    >
      <div className="tree-rows" role="presentation" ref={useHeight(height)}>
        {rows.slice(from, to).map((row, index) => (
          <TreeRowView
            key={rowId(row)}
            id={rowId(row)}
            row={row}
            top={tops[from + index] ?? 0}
            dense={shape.dense}
            selected={from + index === at}
          />
        ))}
      </div>
    </div>
  );
}

function rowId(row: TreeRow | undefined): string {
  if (row === undefined) return "";
  switch (row.kind) {
    case "session":
      return `row-${row.session.id}`;
    case "project":
      return `row-${encodeURIComponent(row.project.root)}`;
    case "worktree":
      return `row-tree-${encodeURIComponent(row.group.worktree ?? "")}`;
    case "more":
      break;
  }
  return `row-more-${encodeURIComponent(row.root)}`;
}

function useHeight(height: number) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (element.current !== null) element.current.style.height = `${height}px`;
  }, [height]);
  return element;
}
