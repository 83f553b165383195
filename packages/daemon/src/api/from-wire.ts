import type { AttachQuery, CreateSession, UpdateSession, WorktreeRequest } from "@maestro/protocol";
import type { AttachRequest, CreateRequest, SessionChange } from "../app/operations.ts";
import { MaestroError } from "../domain/maestro-error.ts";
import type { WorktreeWish } from "../ports/worktrees.ts";

/** What a terminal is where a request names only one side of its size. */
const USUAL = { cols: 80, rows: 24 };

/** A request to create, as the app takes it. An empty command is the user's shell. */
export function createRequestOf(body: CreateSession): CreateRequest {
  const { worktree, cols, rows } = body;
  const sized = cols !== undefined || rows !== undefined;
  return {
    cwd: body.cwd,
    command: body.command ?? "",
    env: body.env ?? {},
    name: body.name ?? null,
    metadata: body.metadata ?? {},
    agent: body.agent ?? null,
    prompt: body.prompt ?? null,
    worktree: worktree === undefined ? null : worktreeWishOf(worktree),
    size: sized ? { cols: cols ?? USUAL.cols, rows: rows ?? USUAL.rows } : null,
  };
}

/** A worktree to be made, as the app takes it. */
export function worktreeWishOf(worktree: WorktreeRequest): WorktreeWish {
  return {
    baseRepo: worktree.base_repo,
    branch: worktree.branch,
    createBranch: worktree.create_branch,
    base: worktree.base ?? null,
  };
}

/** A change of name or metadata, as the app takes it. */
export function sessionChangeOf(body: UpdateSession): SessionChange {
  return { name: body.name ?? null, metadata: body.metadata ?? null };
}

/** How a client attaches, by the query of its socket. */
export function attachRequestOf({ cols, rows, claim }: AttachQuery): AttachRequest {
  if ((cols === undefined) !== (rows === undefined)) {
    throw new MaestroError(
      "invalid_request",
      `${cols === undefined ? "cols" : "rows"} is missing (in the query): a size has both.`,
    );
  }
  const claims = claim !== false && cols !== undefined && rows !== undefined;
  return { claim: claims ? { cols, rows } : null };
}
