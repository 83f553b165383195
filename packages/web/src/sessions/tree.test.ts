import { expect, test } from "vitest";
import { aSession, aWorktree } from "../support/a-session.ts";
import { buildTree, byMark, matchesFilter } from "./tree.ts";
import { rowHeight, treeRows, type TreeShape } from "./tree-rows.ts";

const SHAPE: TreeShape = {
  dense: false,
  touch: false,
  folds: new Map(),
  selected: null,
  filtered: false,
  whole: new Set(),
};

test("sessions stand below their repository, wherever their tree is", () => {
  const inCheckout = aSession();
  const inTree = aSession({ worktree: aWorktree("fix"), cwd: aWorktree("fix").path });
  const elsewhere = aSession({ cwd: "/tmp/x", repo: null });
  const tree = buildTree([inTree, elsewhere, inCheckout]);
  expect(tree.map(({ root, sessions }) => [root, sessions.length])).toEqual([
    ["/home/sam/code/atlas", 2],
    ["/tmp/x", 1],
  ]);
});

test("a worktree has a row of its own only where two sessions share it", () => {
  const alone = aSession({ worktree: aWorktree("alone") });
  const one = aSession({ worktree: aWorktree("shared") });
  const other = aSession({ worktree: aWorktree("shared") });
  const rows = treeRows(buildTree([alone, one, other]), SHAPE);
  expect(rows.map((row) => (row.kind === "session" ? row.nested : row.kind))).toEqual([
    "project",
    "no",
    "worktree",
    "yes",
    "last",
  ]);
});

test("in a dense tree projects are folded, the selected session's is not", () => {
  const here = Array.from({ length: 20 }, () => aSession());
  const there = aSession({ repo: { root: "/home/sam/code/zine", branch: "main" } });
  const projects = buildTree([...here, there]);
  const shape = { ...SHAPE, dense: true, selected: here[15]?.id ?? null };
  const rows = treeRows(projects, shape);
  expect(rows.filter((row) => row.kind === "session" && row.session === here[15])).toHaveLength(1);
  expect(rows.find((row) => row.kind === "more")).toMatchObject({ count: 11 });
  expect(rows.at(-1)).toMatchObject({ kind: "project", folded: true });
  const opened = treeRows(projects, { ...shape, folds: new Map([["/home/sam/code/zine", true]]) });
  expect(opened.at(-1)).toMatchObject({ kind: "session", session: there });
  const whole = treeRows(projects, { ...shape, whole: new Set(["/home/sam/code/atlas"]) });
  expect(whole.some((row) => row.kind === "more")).toBe(false);
  const found = treeRows(projects, { ...shape, selected: null, filtered: true });
  expect(found.filter((row) => row.kind === "session")).toHaveLength(21);
});

test("every row knows its height", () => {
  const rows = treeRows(buildTree([aSession()]), SHAPE);
  expect(rows.map((row) => rowHeight(row, SHAPE))).toEqual([36, 44]);
  expect(rows.map((row) => rowHeight(row, { dense: true, touch: false }))).toEqual([25, 24]);
  expect(rows.map((row) => rowHeight(row, { dense: false, touch: true }))).toEqual([52, 60]);
});

test("a dense project lists who needs somebody first and who is gone last", () => {
  const gone = aSession({ status: "dormant" });
  const asks = aSession({ activity: "awaiting_input" });
  const works = aSession({ activity: "active" });
  expect(byMark([gone, works, asks])).toEqual([asks, works, gone]);
});

test("a filter finds every word, in name, branch, project, program, question, or the beginning of the id", () => {
  const session = aSession({
    name: "Flaky Retry",
    worktree: aWorktree("fix/flaky"),
    agent: "claude",
    activity_detail: "Run this?",
  });
  for (const words of ["retry fix", "ATLAS", "claude run", session.id.slice(0, 6), "  "]) {
    expect(matchesFilter(session, words)).toBe(true);
  }
  expect(matchesFilter(session, "retry nothing")).toBe(false);
  expect(matchesFilter(session, session.id.slice(-6))).toBe(false);
});
