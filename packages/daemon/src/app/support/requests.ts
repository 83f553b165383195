import type { CreateRequest } from "../operations.ts";

/** A request for a session, with what matters to one test. */
export function aRequest(different: Partial<CreateRequest> = {}): CreateRequest {
  return {
    cwd: "/repo/sub",
    command: ["agent"],
    env: {},
    name: null,
    metadata: {},
    worktree: null,
    agent: null,
    prompt: null,
    size: null,
    ...different,
  };
}

/** The wish for a worktree with a new branch. */
export const aWish = {
  baseRepo: "/repo",
  branch: "topic",
  createBranch: true,
  base: null,
} as const;
