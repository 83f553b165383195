import { isAbsolute } from "node:path";
import { MaestroError } from "../domain/maestro-error.ts";
import type { Branch } from "../ports/branches.ts";
import type { AppContext } from "./app-context.ts";

/** The branches of the repository that a path belongs to. */
export async function listBranches(context: AppContext, path: string): Promise<readonly Branch[]> {
  const branches = isAbsolute(path) ? await context.branches.list(path) : null;
  if (branches !== null) return branches;
  throw new MaestroError(
    "invalid_cwd",
    `${path} is not in a git repository. Name a directory inside of one.`,
  );
}
