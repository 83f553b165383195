import { useMemo } from "react";
import { shortPath, tildePath } from "../sessions/path-words.ts";
import { usePage } from "./page-store.ts";

/** Paths in words, as the daemon's home directory has them. */
export interface PathWords {
  readonly tilde: (path: string) => string;
  readonly short: (path: string, longest: number) => string;
}

/** How paths are written on this page. */
export function usePathWords(): PathWords {
  const home = usePage((page) => page.home);
  return useMemo(
    () => ({
      tilde: (path) => tildePath(path, home),
      short: (path, longest) => shortPath(path, longest, home),
    }),
    [home],
  );
}
