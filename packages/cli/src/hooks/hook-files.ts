import type { HooksState } from "./hook-entries.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Where things are on this machine. */
export interface Places {
  readonly env: Env;
  readonly home: string;
  /** The Node.js that runs, and the hook program. */
  readonly node: string;
  readonly hookProgram: string;
}

/** The files that matter, by path; null for one that does not exist. */
export type FileTexts = ReadonlyMap<string, string | null>;

/** What is to become of one file. */
export interface FileChange {
  readonly path: string;
  /** null: the file does not exist, or shall not. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The outcome of planning a change. */
export type Plan =
  | { readonly kind: "planned"; readonly changes: readonly FileChange[] }
  | { readonly kind: "refused"; readonly reason: string };

/** An agent whose hooks need a file of the person's. */
export interface UserHooks {
  readonly agent: string;
  /** The files to be read. */
  paths(places: Places): readonly string[];
  state(texts: FileTexts, places: Places): { readonly state: HooksState; readonly path: string };
  install(texts: FileTexts, places: Places): Plan;
  uninstall(texts: FileTexts, places: Places): Plan;
  /** What a person has to do besides. */
  readonly note: string;
}
