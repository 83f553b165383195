import type { ReactNode } from "react";
import { MARKS } from "../sessions/mark.ts";
import { baseName } from "../sessions/path-words.ts";
import { plainText } from "../sessions/plain-text.ts";
import type { TreeProject } from "../sessions/tree.ts";
import type { TreeRow } from "../sessions/tree-rows.ts";
import { fold, select, showWhole } from "../state/page-store.ts";
import { usePathWords } from "../state/use-path-words.ts";
import { Glyph } from "./glyph.tsx";
import { Icon } from "./icon.tsx";
import { SessionRow } from "./session-row.tsx";
import { usePlaced } from "./use-placed.ts";

/** One row of the tree, at its place. */
export function TreeRowView(props: {
  readonly id: string;
  readonly row: TreeRow;
  readonly top: number;
  readonly dense: boolean;
  readonly selected: boolean;
}) {
  const { id, row, top, dense, selected } = props;
  switch (row.kind) {
    case "session":
      return (
        <SessionRow
          id={id}
          session={row.session}
          nested={row.nested}
          dense={dense}
          selected={selected}
          top={top}
        />
      );
    case "project":
      return (
        <ProjectRow
          id={id}
          project={row.project}
          folded={row.folded}
          selected={selected}
          top={top}
        />
      );
    case "worktree":
      return (
        <Placed id={id} top={top} className="row-worktree">
          <Icon name="branch" />
          <bdi>{plainText(row.group.branch ?? baseName(row.group.worktree ?? ""), 60)}</bdi>
        </Placed>
      );
    case "more":
      break;
  }
  return (
    <Placed id={id} top={top} className="row-more" onClick={() => showWhole(row.root)}>
      {row.count} more rest or ended
    </Placed>
  );
}

function ProjectRow({
  id,
  project,
  folded,
  selected,
  top,
}: {
  readonly id: string;
  readonly project: TreeProject;
  readonly folded: boolean | null;
  readonly selected: boolean;
  readonly top: number;
}) {
  const ref = usePlaced(top);
  const paths = usePathWords();
  const dense = folded !== null;
  return (
    <div
      ref={ref}
      id={id}
      className={`row row-project${selected ? " selected" : ""}`}
      role="treeitem"
      aria-level={1}
      aria-expanded={folded !== true}
      aria-selected={selected}
      title={plainText(project.root, 500)}
      onClick={() => {
        if (!dense) return;
        fold(project.root, !folded);
        select(project.root);
      }}
    >
      {dense && <span className="fold">{folded ? "+" : "−"}</span>}
      <span className="project-name">
        <bdi>{baseName(project.root)}</bdi>
      </span>
      {dense ? (
        <MarkCounts project={project} />
      ) : (
        <span className="path">{paths.short(project.root, 28)}</span>
      )}
    </div>
  );
}

/** What is worth a look in a project of many: the resting ones are only part of the total. */
function MarkCounts({ project }: { readonly project: TreeProject }) {
  return (
    <span className="mark-counts">
      {MARKS.filter((mark) => !["idle", "dead", "dormant"].includes(mark)).map((mark) => {
        const count = project.counts.get(mark);
        return count === undefined ? null : (
          <span key={mark}>
            <Glyph mark={mark} still />
            {count}
          </span>
        );
      })}
      <span className="total">{project.sessions.length}</span>
    </span>
  );
}

function Placed(props: {
  readonly id: string;
  readonly top: number;
  readonly className: string;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}) {
  return (
    <div
      ref={usePlaced(props.top)}
      id={props.id}
      className={`row ${props.className}`}
      role="treeitem"
      aria-level={2}
      aria-selected={false}
      onClick={props.onClick}
    >
      {props.children}
    </div>
  );
}
