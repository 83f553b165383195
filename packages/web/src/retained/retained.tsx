import type { RescuedWork, WorktreeListing } from "@maestro/protocol";
import { useCallback, useEffect, useState } from "react";
import { ViewHeader } from "../shell/view-header.tsx";
import { failureWords, useDaemon } from "../state/daemon.ts";
import { usePage } from "../state/page-store.ts";
import { RescuedList } from "./rescued-list.tsx";
import { RetainedRow } from "./retained-row.tsx";
import { useRetainedKeys } from "./use-retained-keys.ts";

/** The worktrees that outlived their session, and the copies of those that were reclaimed. */
export default function Retained() {
  const { api } = useDaemon();
  const worktrees = usePage((page) => page.view.worktrees);
  const [listing, setListing] = useState<ReadonlyMap<string, WorktreeListing>>(new Map());
  const [rescued, setRescued] = useState<readonly RescuedWork[]>([]);
  const [showsRescued, setShowsRescued] = useState(false);
  const [opened, setOpened] = useState(openedFirst);
  const [error, setError] = useState<string | null>(null);
  const reload = useCallback(() => {
    const failed = (failure: unknown): void => setError(failureWords(failure));
    api
      .listWorktrees()
      .then((list) => setListing(new Map(list.map((one) => [one.path, one]))), failed);
    api.listRescued().then(setRescued, failed);
  }, [api]);
  useEffect(reload, [reload, worktrees]);
  const rows = [...worktrees.values()].sort(
    (a, b) => Date.parse(b.retained_at) - Date.parse(a.retained_at),
  );
  const shown = worktrees.has(opened ?? "") ? opened : (rows[0]?.path ?? null);
  useRetainedKeys({ paths: showsRescued ? [] : rows.map(({ path }) => path), shown, setOpened });
  return (
    <section className="view retained" aria-label="Retained worktrees">
      <ViewHeader
        title={showsRescued ? "Rescued copies" : "Retained worktrees"}
        words={
          showsRescued
            ? "What was saved before its worktree was reclaimed."
            : "Trees that outlived their session. Nothing here is removed without you."
        }
      >
        <button type="button" className="plain" onClick={() => setShowsRescued(!showsRescued)}>
          {showsRescued ? "Retained worktrees" : "Rescued copies"}{" "}
          <span className="aside">{showsRescued ? rows.length : rescued.length}</span>
        </button>
      </ViewHeader>
      {error !== null && (
        <p className="view-error" role="alert">
          {error}
        </p>
      )}
      <div className="view-scroll" tabIndex={0} role="region" aria-label="List">
        {showsRescued ? (
          <RescuedList rescued={rescued} onChanged={reload} />
        ) : (
          <>
            {rows.length === 0 && <p className="view-empty">No worktrees left behind.</p>}
            {rows.length > 0 && (
              <div className="retained-head" aria-hidden="true">
                <span>Branch</span>
                <span>Left by</span>
                <span>Reason</span>
                <span>Unsaved</span>
                <span>Age</span>
                <span>Size</span>
              </div>
            )}
            <ul className="retained-list">
              {rows.map((worktree) => (
                <RetainedRow
                  key={worktree.path}
                  worktree={worktree}
                  found={listing.get(worktree.path) ?? null}
                  open={shown === worktree.path}
                  onOpen={() => setOpened(worktree.path)}
                  onChanged={reload}
                />
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}

/** Whoever comes back from a tree's changes finds its row open. */
function openedFirst(): string | null {
  const { place } = usePage.getState();
  return (place.kind === "retained" ? place.path : undefined) ?? null;
}
