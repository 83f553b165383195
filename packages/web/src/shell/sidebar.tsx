import { goTo, showOverlay, usePage } from "../state/page-store.ts";
import { treeOf } from "../state/tree-of-page.ts";
import { Icon } from "./icon.tsx";
import { plainText } from "../sessions/plain-text.ts";
import { SideHandle } from "./side-handle.tsx";
import { SessionTree } from "./session-tree.tsx";

/** The tree with its filter above and the retained worktrees below. */
export function Sidebar() {
  const filter = usePage((page) => page.filter);
  const count = usePage((page) => page.view.sessions.size);
  const heard = usePage((page) => page.view.seq !== null);
  const empty = usePage((page) => treeOf(page).rows.length === 0);
  return (
    <nav className="side" aria-label="Sessions">
      <div className="side-tools">
        <label className="filter">
          <input
            type="search"
            data-filter=""
            value={filter}
            aria-label="Filter"
            placeholder={count > 40 ? `Filter ${count} sessions` : "Filter"}
            onChange={({ target }) => usePage.setState({ filter: target.value })}
            onKeyDown={(event) => {
              if (event.key === "Escape") usePage.setState({ filter: "" });
              if (event.key !== "Escape" && event.key !== "Enter" && event.key !== "ArrowDown")
                return;
              event.preventDefault();
              document.querySelector<HTMLElement>("[data-tree]")?.focus();
            }}
          />
          <kbd className="bare">/</kbd>
        </label>
        <button type="button" className="new" onClick={() => showOverlay({ kind: "new-session" })}>
          New <kbd className="bare">n</kbd>
        </button>
      </div>
      {heard && empty && (
        <p className="side-empty">
          {filter === ""
            ? "Sessions will be listed here, by project and worktree."
            : `Nothing matches “${plainText(filter, 60)}”.`}
        </p>
      )}
      {!heard && <RowOutlines />}
      <SessionTree />
      <RetainedLink />
      <SideHandle />
    </nav>
  );
}

/** Stands for rows that are still on their way; seen only when that takes a while. */
function RowOutlines() {
  return (
    <div className="row-outlines" role="status" aria-label="Loading">
      {[0, 1, 2, 3, 4].map((row) => (
        <span key={row} />
      ))}
    </div>
  );
}

function RetainedLink() {
  const count = usePage((page) => page.view.worktrees.size);
  const shown = usePage((page) => page.place.kind === "retained");
  return (
    <button
      type="button"
      className={`retained-link${shown ? " selected" : ""}`}
      aria-current={shown ? "page" : undefined}
      onClick={() => goTo(shown ? { kind: "panes" } : { kind: "retained" })}
    >
      <Icon name="tree" />
      <span>Retained worktrees</span>
      <span className="total">{count}</span>
    </button>
  );
}
