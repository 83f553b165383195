import type { Branch } from "@maestro/protocol";
import { useEffect, useState } from "react";
import { useDaemon } from "../state/daemon.ts";

/** A path is typed letter by letter; each is not asked about. */
const PAUSE_MS = 200;

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
    const timer = setTimeout(() => {
      api.listBranches({ query: { path: directory.trim() } }).then(
        (branches) => current && setFound({ kind: "repository", branches }),
        () => current && setFound({ kind: "none" }),
      );
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [api, directory]);
  return found;
}
