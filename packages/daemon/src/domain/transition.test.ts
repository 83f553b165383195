import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { BlockedWork, Exit, Life, Session } from "./session.ts";
import { aSession, aWorktree } from "./support/a-session.ts";
import { type LifeEvent, transition } from "./transition.ts";

const pane = fc.constantFrom("10/%0", "11/%0", "10/%1");
const exit: fc.Arbitrary<Exit | null> = fc.option(
  fc.record({
    code: fc.option(fc.integer({ min: 0, max: 255 })),
    signal: fc.option(fc.constantFrom("SIGHUP", "SIGKILL")),
    at: fc.nat(),
  }),
);
const life: fc.Arbitrary<Life> = fc.oneof(
  fc.record({ phase: fc.constant("running" as const), pane }),
  fc.record({ phase: fc.constant("dead" as const), exit, settled: fc.boolean() }),
  fc.record({ phase: fc.constant("dormant" as const) }),
);
const blocked: BlockedWork = {
  uncommitted: 1,
  untracked: 0,
  unpushed: 0,
  inProgress: null,
  unknown: null,
};
const session: fc.Arbitrary<Session> = fc
  .record({
    life,
    ending: fc.option(fc.record({ keepWorktree: fc.boolean() })),
    worktree: fc.constantFrom(null, aWorktree),
    generation: fc.integer({ min: 1, max: 9 }),
  })
  .map((different) => {
    const made = aSession(different);
    return { ...made, observed: { ...made.observed, blockedWork: made.worktree && blocked } };
  });
const event: fc.Arbitrary<LifeEvent> = fc.oneof(
  fc.record({ type: fc.constant("ended" as const), pane, exit }),
  fc.record({ type: fc.constant("adopted" as const), pane }),
  fc.record({ type: fc.constant("found-ended" as const), exit }),
  fc.record({ type: fc.constant("cut-off" as const) }),
  fc.record({ type: fc.constant("settled" as const), treeRemoved: fc.boolean() }),
  fc.record({ type: fc.constant("resumed" as const), pane, at: fc.nat() }),
  fc.record({ type: fc.constant("ending" as const), keepWorktree: fc.boolean() }),
);

/** A phase, with what tells a settled end from one that is not. */
const stateOf = ({ life: now }: Session): string =>
  now.phase === "dead" ? `dead, ${now.settled ? "settled" : "unsettled"}` : now.phase;

/** Every edge of the life cycle; what is not here must leave the session as it is. */
const EDGES = new Set([
  "running ended dead, unsettled",
  "running found-ended dead, unsettled",
  "running adopted running",
  "running cut-off dormant",
  "dead, unsettled settled dead, settled",
  "dead, unsettled resumed running",
  "dead, settled resumed running",
  "dormant resumed running",
]);

/** Checks something at each step of any life. */
const eachStep = (check: (before: Session, fact: LifeEvent, after: Session) => void): void =>
  fc.assert(
    fc.property(session, fc.array(event, { maxLength: 12 }), (start, events) => {
      let before = start;
      for (const fact of events) {
        const after = transition(before, fact).session;
        check(before, fact, after);
        before = after;
      }
    }),
    { numRuns: 500 },
  );

const edgeOf = (before: Session, fact: LifeEvent, after: Session): string =>
  `${stateOf(before)} ${fact.type} ${stateOf(after)}`;

test("a session goes along declared edges alone; that it is ending changes nothing else", () => {
  eachStep((before, fact, after) => {
    const allowed =
      fact.type === "ending"
        ? after.life === before.life
        : after === before || EDGES.has(edgeOf(before, fact, after));
    expect(allowed, edgeOf(before, fact, after)).toBe(true);
  });
});

test("every declared edge can be gone along", () => {
  const gone = new Set<string>();
  eachStep((before, fact, after) => {
    if (after !== before) gone.add(edgeOf(before, fact, after));
  });
  expect([...EDGES].filter((edge) => !gone.has(edge))).toEqual([]);
});

test("how a command ended never changes while it is dead", () => {
  eachStep(({ life: before }, _fact, { life: after }) => {
    const stays = before.phase !== "dead" || after.phase !== "dead" || after.exit === before.exit;
    expect(stays).toBe(true);
  });
});

const isSettled = ({ life: now }: Session): boolean => now.phase === "dead" && now.settled;

test("a settled session never settles again, and never becomes unsettled by itself", () => {
  eachStep((before, fact, after) => {
    const stays =
      !isSettled(before) ||
      (fact.type === "settled" ? after === before : isSettled(after) || fact.type === "resumed");
    expect(stays).toBe(true);
  });
});

test("a fact that is repeated changes nothing, and asks for nothing to be done", () => {
  fc.assert(
    fc.property(session, event, (start, fact) => {
      const once = transition(start, fact).session;
      expect(transition(once, fact)).toEqual({ session: once, effects: [] });
      expect(transition(once, fact).session).toBe(once);
    }),
    { numRuns: 1_000 },
  );
});

test("the end of another pane changes nothing", () => {
  fc.assert(
    fc.property(session, pane, exit, (start, other, how) => {
      fc.pre(start.life.phase !== "running" || start.life.pane !== other);
      const fact = { type: "ended", pane: other, exit: how } as const;
      expect(transition(start, fact)).toEqual({ session: start, effects: [] });
    }),
  );
});

test("every fact has an answer in every state, and the session that was given stays as it was", () => {
  fc.assert(
    fc.property(session, event, (start, fact) => {
      const copy = structuredClone(start);
      const { session: after, effects } = transition(start, fact);
      expect(start).toEqual(copy);
      expect(after.id).toBe(start.id);
      expect(after !== start || effects.length === 0).toBe(true);
    }),
  );
});

test("a tree that settling removed is let go of, and any other stays", () => {
  const dead = aSession({
    worktree: aWorktree,
    repo: { root: "/repo", branch: "topic" },
    life: { phase: "dead", exit: null, settled: false },
  });
  const removed = transition(dead, { type: "settled", treeRemoved: true }).session;
  expect(removed).toMatchObject({ worktree: null, repo: { root: "/repo", branch: "topic" } });
  expect(removed.observed.blockedWork).toBeNull();
  const kept = transition(dead, { type: "settled", treeRemoved: false }).session;
  expect(kept.worktree).toEqual(aWorktree);
});

test("a session that is cut off is idle, with nothing in the foreground; one that ended keeps its activity", () => {
  const working = aSession({
    observed: { ...aSession().observed, activity: "error", activityDetail: "build" },
  });
  expect(transition(working, { type: "cut-off" }).session.observed).toMatchObject({
    activity: "idle",
    activityDetail: null,
    foreground: null,
  });
  const ended = transition(working, { type: "ended", pane: "10/%0", exit: null }).session;
  expect(ended.observed).toMatchObject({ activity: "error", foreground: null });
});

test("a session that is about to be ended for good is not resumed", () => {
  const ending = aSession({ life: { phase: "dormant" }, ending: { keepWorktree: false } });
  expect(transition(ending, { type: "resumed", pane: "12/%0", at: 1 }).session).toBe(ending);
});

test("every start of the same session is a generation of its own", () => {
  const dormant = aSession({ life: { phase: "dormant" }, generation: 3 });
  const again = transition(dormant, { type: "resumed", pane: "12/%0", at: 9 }).session;
  expect(again).toMatchObject({ generation: 4, life: { phase: "running", pane: "12/%0" } });
});
