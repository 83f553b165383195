import type { ServerEvent } from "@maestro/protocol";
import { expect, test } from "vitest";
import { EMPTY_VIEW, reduceView } from "./session-view.ts";
import { aSession } from "./support/fake-connection.ts";

const other = "7d0c6a3e-1111-4b51-9a3c-2f4f5d1c7e02";
const worktree = {
  path: "/w/a",
  base_repo: "/r",
  branch: "a",
  reason: "force-killed",
  retained_at: "2026-11-02T10:00:00Z",
  base_commit: null,
  session_id: null,
  session_name: null,
  command: "",
  detail: null,
};

const play = (...events: ServerEvent[]) => events.reduce(reduceView, EMPTY_VIEW);
const snapshot: ServerEvent = {
  type: "sessions_snapshot",
  seq: "1",
  sessions: [aSession()],
  worktrees: [worktree],
};

test("is not current before the first snapshot, and is with it", () => {
  expect(EMPTY_VIEW.current).toBe(false);
  const view = play(snapshot);
  expect(view).toMatchObject({ current: true, seq: "1" });
  expect([...view.sessions.values()]).toEqual([aSession()]);
  expect([...view.worktrees.keys()]).toEqual(["/w/a"]);
});

test("follows sessions that come, change and go", () => {
  const view = play(
    snapshot,
    { type: "session_added", seq: "2", session: aSession({ id: other }) },
    { type: "session_updated", seq: "3", session: aSession({ activity: "active" }) },
    { type: "session_removed", seq: "4", id: other },
  );
  expect(view.seq).toBe("4");
  expect([...view.sessions.values()]).toEqual([aSession({ activity: "active" })]);
});

test("follows worktrees that are retained and released", () => {
  const second = { ...worktree, path: "/w/b" };
  const view = play(
    snapshot,
    { type: "worktree_retained", seq: "2", worktree: second },
    { type: "worktree_released", seq: "3", path: "/w/a" },
  );
  expect([...view.worktrees.values()]).toEqual([second]);
});

test("that a session asks changes the place and nothing else", () => {
  const before = play(snapshot);
  const asks = { id: aSession().id, event: "error", detail: "" } as const;
  expect(reduceView(before, { type: "session_asks", seq: "2", ...asks })).toEqual({
    ...before,
    seq: "2",
  });
});

test("after lagged the old list stays, not current, until a snapshot replaces it", () => {
  const lagged = play(snapshot, { type: "lagged", seq: "2" });
  expect(lagged.current).toBe(false);
  expect(lagged.sessions.size).toBe(1);
  const fresh = reduceView(lagged, { ...snapshot, seq: "9", sessions: [] });
  expect(fresh).toMatchObject({ current: true, seq: "9" });
  expect(fresh.sessions.size).toBe(0);
});

test("leaves the view it was given alone", () => {
  const before = play(snapshot);
  reduceView(before, { type: "session_removed", seq: "2", id: aSession().id });
  reduceView(before, { type: "worktree_released", seq: "2", path: "/w/a" });
  expect(before.sessions.size).toBe(1);
  expect(before.worktrees.size).toBe(1);
});
