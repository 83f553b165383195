import type { Branch } from "@maestro/protocol";
import { CreateSession } from "@maestro/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import { branchChoices, suggestedBranch } from "./branch-choice.ts";
import { type SessionForm, sessionRequest } from "./session-request.ts";

const branch = (name: string, changes: Partial<Branch> = {}): Branch => ({
  name,
  remote: null,
  checked_out_at: null,
  committed_at: "2026-11-30T12:00:00Z",
  subject: "",
  ...changes,
});

const BRANCHES = [
  branch("main", { checked_out_at: "/code/atlas" }),
  branch("fix/flaky-upload"),
  branch("flaky-tiles", { remote: "origin" }),
];

const shown = (typed: string, suggested = "work-1") =>
  branchChoices(BRANCHES, typed, suggested).map(({ kind, name }) => `${kind} ${name}`);

test("a new branch stands first, then free ones, then taken ones", () => {
  expect(shown("")).toEqual([
    "create work-1",
    "free fix/flaky-upload",
    "free origin/flaky-tiles",
    "taken main",
  ]);
  expect(shown("flaky")).toEqual([
    "create flaky",
    "free fix/flaky-upload",
    "free origin/flaky-tiles",
  ]);
});

test("a branch that exists is not created, and stands first when it is named in full", () => {
  expect(shown("main")).toEqual(["taken main"]);
  expect(shown("fix/flaky-upload")).toEqual(["free fix/flaky-upload"]);
});

test("a prompt suggests a branch name that git takes", () => {
  expect(suggestedBranch("Upload tests fail about once a day!")).toBe("upload-tests-fail-about");
  expect(suggestedBranch("", () => 0.5)).toMatch(/^work-[0-9a-z]{4}$/);
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 100 }), (text) => {
      expect(suggestedBranch(text)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    }),
  );
});

const form = (changes: Partial<SessionForm> = {}): SessionForm => ({
  directory: "/code/atlas",
  program: { kind: "shell" },
  prompt: "",
  name: "",
  branch: null,
  base: "",
  ...changes,
});

test("the form asks the daemon for what was filled in, and for nothing else", () => {
  expect(sessionRequest(form())).toEqual({ cwd: "/code/atlas" });
  expect(
    sessionRequest(form({ program: { kind: "command", line: "npm run dev" }, prompt: "x" })),
  ).toEqual({ cwd: "/code/atlas", command: "npm run dev" });
  const full = sessionRequest(
    form({
      program: { kind: "agent", id: "claude" },
      prompt: " fix it ",
      name: "Fix",
      branch: { kind: "create", name: "fix" },
      base: "main",
    }),
  );
  expect(full).toEqual({
    cwd: "/code/atlas",
    command: ["claude"],
    agent: "claude",
    prompt: "fix it",
    name: "Fix",
    worktree: { base_repo: "/code/atlas", branch: "fix", create_branch: true, base: "main" },
  });
  expect(CreateSession.safeParse(full).success).toBe(true);
});

test("an existing branch has no base to choose", () => {
  const chosen = {
    kind: "free",
    name: "origin/x",
    branch: branch("x", { remote: "origin" }),
  } as const;
  expect(sessionRequest(form({ branch: chosen, base: "main" })).worktree).toEqual({
    base_repo: "/code/atlas",
    branch: "origin/x",
    create_branch: false,
  });
});
