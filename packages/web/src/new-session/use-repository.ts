import { ApiFailure } from "@maestro/client";
import type { Branch } from "@maestro/protocol";
import { useEffect, useState } from "react";
import { useDaemon } from "../state/daemon.ts";

/** A path is typed letter by letter; each is not asked about. */
const PAUSE_MS = 200;

/** A call that failed for another reason says nothing of the directory, and is made again. */
const AGAIN_MS = 1_000;

/** A git that fails so often will go on failing. */
const MOST_CALLS = 5;

/** What is known of a directory: its branches, or that it is in no repository. */
export type Repository =
  | { readonly kind: "unknown" }
  | { readonly kind: "none" }
  | { readonly kind: "repository"; readonly branches: readonly Branch[] };

/** The branches of the repository that a directory is in. */
export function useRepository(directory: string): Repository {
  const { api } = useDaemon();
  const [found, setFound] = useState<Repository>({ kind: "unknown" });
  useEffect(() => {
    setFound({ kind: "unknown" });
    if (!/^[/~]/.test(directory.trim())) return undefined;
    let current = true;
    let calls = 0;
    const ask = (): void => {
      calls++;
      api.listBranches({ query: { path: directory.trim() } }).then(
        (branches) => current && setFound({ kind: "repository", branches }),
        (error: unknown) => {
          if (!current) return;
          const isSaid = error instanceof ApiFailure && error.code === "invalid_cwd";
          if (isSaid || calls >= MOST_CALLS) setFound({ kind: "none" });
          else timer = setTimeout(ask, AGAIN_MS);
        },
      );
    };
    let timer = setTimeout(ask, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [api, directory]);
  return found;
}
