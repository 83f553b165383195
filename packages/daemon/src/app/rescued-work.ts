import { MaestroError } from "../domain/maestro-error.ts";
import type { RescuedWork, Restoring } from "../ports/rescue.ts";
import type { AppContext } from "./app-context.ts";

/** The saved states of all repositories that maestro knows, newest first. */
export async function listRescued(context: AppContext): Promise<readonly RescuedWork[]> {
  const roots = new Set([
    ...context.repositories.list(),
    ...context.store.list().flatMap(({ repo }) => (repo === null ? [] : [repo.root])),
    ...context.retained.list().map(({ baseRepo }) => baseRepo),
  ]);
  const found: RescuedWork[] = [];
  for (const root of roots) found.push(...(await context.rescue.list(root)));
  return found.sort((a, b) => b.savedAt - a.savedAt);
}

/**
 * Makes a saved state a worktree again, and remembers it: no session holds it. The ref stays: it costs
 * nothing and is a second copy.
 */
export async function restoreRescued(
  context: AppContext,
  baseRepo: string,
  ref: string,
): Promise<{ readonly path: string; readonly branch: string | null }> {
  const restoring = await context.rescue.restore(baseRepo, ref);
  switch (restoring.kind) {
    case "restored":
      await remember(context, { baseRepo, ref, restored: restoring });
      return { path: restoring.path, branch: restoring.branch };
    case "missing":
      throw unknownRef(baseRepo, ref);
    case "failed":
      throw new MaestroError("worktree_failed", restoring.message);
    default:
      return restoring satisfies never;
  }
}

interface Remembering {
  readonly baseRepo: string;
  readonly ref: string;
  readonly restored: Extract<Restoring, { kind: "restored" }>;
}

/** The tree stands and is answered, whether or not that can be written down. */
async function remember(
  context: AppContext,
  { baseRepo, ref, restored }: Remembering,
): Promise<void> {
  const { worktrees, repositories, retained, log } = context;
  const { path, branch, baseCommit } = restored;
  try {
    const root = (await worktrees.locate(path))?.root ?? baseRepo;
    const tree = {
      path,
      baseRepo: root,
      branch: branch ?? "HEAD",
      baseCommit: baseCommit ?? "",
    };
    await retained.retain({ tree, branch, reason: "restored", detail: ref, session: null });
    await repositories.add(root);
  } catch (error) {
    log.warn("a restored worktree could not be remembered", {
      path,
      error: (error as Error).message,
    });
  }
}

/** Drops a saved state for good. */
export async function forgetRescued(
  context: AppContext,
  baseRepo: string,
  ref: string,
): Promise<void> {
  if ((await context.rescue.forget(baseRepo, ref)) === "missing") throw unknownRef(baseRepo, ref);
}

function unknownRef(baseRepo: string, ref: string): MaestroError {
  return new MaestroError(
    "not_found",
    `${baseRepo} holds no saved state ${ref}. "maestro worktrees rescued" lists those there are.`,
  );
}
