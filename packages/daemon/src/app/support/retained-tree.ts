import type { SessionId } from "../../domain/session.ts";
import { createSession } from "../create-session.ts";
import { killSession } from "../kill-session.ts";
import { settled } from "./deferred.ts";
import { CLEAR, DIRTY } from "./fake-worktrees.ts";
import { aRequest, aWish } from "./requests.ts";
import type { TestApp } from "./test-app.ts";

/** Where the worktree of `aWish` is. */
export const TREE = "/trees/repo/topic";

/** A session with a worktree. */
export async function inTree(app: TestApp): Promise<SessionId> {
  const { id } = await createSession(app.context, aRequest({ worktree: aWish, name: "mine" }));
  return id;
}

/** Its command ends by itself, and its tree settles. */
export async function endOf(app: TestApp, id: SessionId): Promise<void> {
  app.host.pane(id).end({ code: 0, signal: null, at: 1 });
  await settled();
  await app.store.idle();
}

/** A dead session that holds a tree with unsaved work, which is retained beside it. */
export async function deadHolder(app: TestApp): Promise<SessionId> {
  const id = await inTree(app);
  app.worktrees.probes = [DIRTY];
  await endOf(app, id);
  app.journal.clear();
  return id;
}

/** A retained tree whose session is gone. It is clear by now. */
export async function leftTree(app: TestApp): Promise<void> {
  const id = await inTree(app);
  app.worktrees.probes = [DIRTY];
  await killSession(app.context, id, true);
  app.worktrees.probes = [CLEAR];
  app.journal.clear();
}
