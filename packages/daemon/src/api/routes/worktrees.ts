import type { HandlerDeps, Handlers } from "../handlers.ts";
import { listedWorktreeToWire } from "../to-wire.ts";

/** The calls about worktrees. */
export function worktreeHandlers({ operations }: HandlerDeps): Pick<Handlers, "listWorktrees"> {
  return {
    listWorktrees: async () => (await operations.worktrees()).map(listedWorktreeToWire),
  };
}
