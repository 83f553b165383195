import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { BlockedWork, Json, Life, Session } from "../../domain/session.ts";
import { aSession, aWorktree, sessionId } from "../../domain/support/a-session.ts";
import { sessionCodec } from "./session-record.ts";

const text = fc.string({ unit: "grapheme", maxLength: 12 });
const time = fc.integer({ min: 0, max: 4_102_444_800_000 });
/** Any JSON but keys called __proto__, which zod drops, at the border of the API already. */
const json = fc
  .jsonValue({ maxDepth: 2 })
  .map((value) => JSON.parse(JSON.stringify(value).replaceAll("__proto__", "proto")) as Json);
const name = fc.string({ minLength: 1, maxLength: 8 }).filter((key) => key !== "__proto__");
const life: fc.Arbitrary<Life> = fc.oneof(
  fc.record({ phase: fc.constant("running" as const), pane: text }),
  fc.record({
    phase: fc.constant("dead" as const),
    exit: fc.option(fc.record({ code: fc.option(fc.nat(255)), signal: fc.option(text), at: time })),
    settled: fc.boolean(),
  }),
  fc.record({ phase: fc.constant("dormant" as const) }),
);
const blockedWork: fc.Arbitrary<BlockedWork | null> = fc.option(
  fc.record({
    uncommitted: fc.nat(),
    untracked: fc.nat(),
    unpushed: fc.nat(),
    inProgress: fc.constantFrom(null, "merge", "rebase", "am"),
    unknown: fc.option(text),
  }),
);
const session: fc.Arbitrary<Session> = fc
  .record({
    command: fc.oneof(text, fc.array(text, { maxLength: 3 })),
    env: fc.dictionary(name, text, { maxKeys: 3 }),
    metadata: fc.dictionary(name, json, { maxKeys: 3 }),
    worktree: fc.constantFrom(null, aWorktree),
    life,
    createdAt: time,
    generation: fc.integer({ min: 1, max: 100 }),
    agentSessionId: fc.option(text),
    cwdDevice: fc.option(fc.nat()),
    treeRemoved: fc.boolean(),
    extra: fc.dictionary(
      name.map((key) => `x_${key}`),
      json,
      { maxKeys: 3 },
    ),
    blockedWork,
    lastFocusedAt: fc.option(time),
  })
  .map(({ blockedWork: blocked, lastFocusedAt, ...different }) => {
    const made = aSession(different);
    return { ...made, observed: { ...made.observed, blockedWork: blocked, lastFocusedAt } };
  });

/** What a file gives back of a session. */
function throughDisk(before: Session): Session {
  const value: unknown = JSON.parse(JSON.stringify(sessionCodec.encode(before)));
  return sessionCodec.decode(value, before.id);
}

test("a session comes back from disk as it was", () => {
  fc.assert(
    fc.property(session, (before) => {
      // -0 is written as 0: the one thing that JSON does not keep.
      const plain = JSON.parse(JSON.stringify(before)) as Session;
      expect(throughDisk(before)).toEqual(plain);
    }),
    { numRuns: 300 },
  );
});

test("values of the environment are on disk, since resuming needs them", () => {
  expect(throughDisk(aSession({ env: { KEY: "s3cret" } })).env).toEqual({ KEY: "s3cret" });
});

const file = JSON.parse(JSON.stringify(sessionCodec.encode(aSession()))) as object;

test("fields that an older version did not write yet get their defaults", () => {
  const {
    ending: _e,
    cwd_device: _c,
    agent: _a,
    tree_removed: _t,
    blocked_work: _b,
    ...older
  } = file as Record<string, unknown>;
  expect(sessionCodec.decode(older, sessionId(1))).toEqual(aSession({ cwdDevice: null }));
});

test.each<[string, object]>([
  ["a status nobody knows", { status: "paused" }],
  ["a running session without a pane", { pane: undefined }],
  ["a dead one that does not say whether it settled", { status: "dead", exit: null }],
  ["a time that is none", { created_at: "yesterday" }],
  ["an empty directory", { cwd: "" }],
  ["generation nothing", { generation: 0 }],
  ["a pane without columns", { cols: 0 }],
  ["an environment that is no text", { env: { A: 1 } }],
  ["half a worktree", { worktree: { path: "/t" } }],
])("%s is malformed", (_name, different) => {
  const value: unknown = JSON.parse(JSON.stringify({ ...file, ...different }));
  expect(() => sessionCodec.decode(value, sessionId(1))).toThrow(Error);
});

test("an observation that this version does not know costs no record", () => {
  const different = {
    activity: "dancing",
    activity_detail: 5,
    last_focused_at: "yesterday",
    blocked_work: { uncommitted: -1 },
  };
  const kept = sessionCodec.decode({ ...file, ...different }, sessionId(1));
  expect(kept.observed).toMatchObject({
    activity: "idle",
    activityDetail: null,
    lastFocusedAt: null,
    blockedWork: null,
  });
  expect(kept.worktree).toEqual(aSession().worktree);
});

test("only ids are names of records", () => {
  expect(sessionCodec.isKey(sessionId(1))).toBe(true);
  for (const key of ["", "x", "../x", sessionId(1).toUpperCase().replace("0", "G")]) {
    expect(sessionCodec.isKey(key)).toBe(false);
  }
});
