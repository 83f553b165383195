import type { Changes } from "@maestro/protocol";
import { useCallback, useEffect, useState } from "react";
import { failureWords, useDaemon } from "../state/daemon.ts";

/** Whose worktree: a session's, or one that is listed by its path. */
export type ChangesOf =
  | { readonly kind: "session"; readonly id: string }
  | { readonly kind: "tree"; readonly path: string };

/** What is known of a worktree's changes. */
export interface LoadedChanges {
  /** null until the first page is there. */
  readonly changes: Changes | null;
  readonly error: string | null;
  /** Looks again from the start. */
  readonly reload: () => void;
  readonly loadMore: () => void;
}

/** The changes of a worktree, page by page. */
export function useChanges(of: ChangesOf): LoadedChanges {
  const { api } = useDaemon();
  const [changes, setChanges] = useState<Changes | null>(null);
  const [error, setError] = useState<string | null>(null);
  const name = of.kind === "session" ? of.id : of.path;
  const load = useCallback(
    (after: string | null) => {
      const more = after === null ? {} : { after };
      const asked =
        of.kind === "session"
          ? api.getChanges({ params: { id: name }, query: more })
          : api.getWorktreeChanges({ query: { path: name, ...more } });
      asked.then(
        (page) => {
          setError(null);
          setChanges((known) =>
            after === null || known === null
              ? page
              : { ...known, files: [...known.files, ...page.files], next: page.next },
          );
        },
        (failure: unknown) => setError(failureWords(failure)),
      );
    },
    [api, of.kind, name],
  );
  useEffect(() => load(null), [load]);
  return {
    changes,
    error,
    reload: useCallback(() => load(null), [load]),
    loadMore: () => load(changes?.next ?? null),
  };
}
