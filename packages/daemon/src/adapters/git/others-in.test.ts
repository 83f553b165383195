import { expect, onTestFinished, test } from "vitest";
import { CallsUnderWay } from "./calls-under-way.ts";
import { othersIn } from "./others-in.ts";
import { createScratch, makeTree } from "./support/scratch-repository.ts";

/** A command that runs until it is told to end. */
function call(calls: CallsUnderWay, cwd: string) {
  let end!: () => void;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const followed = calls.follow(cwd, ended);
  return { end: () => (end(), followed) };
}

test("W29 a git of our own in the tree is waited for and is nobody", async () => {
  const calls = new CallsUnderWay();
  const probe = call(calls, "/tree/sub");
  let looks = 0;
  const others = othersIn(calls, async () => {
    if (++looks > 1) return null;
    void probe.end();
    return "git (pid 7)";
  });
  expect(await others("/tree")).toBeNull();
  expect(looks).toBe(2);
});

test("W29 one that begins and ends during the look is none of the others either", async () => {
  const calls = new CallsUnderWay();
  let looks = 0;
  const others = othersIn(calls, async () => {
    if (++looks > 1) return null;
    await call(calls, "/tree").end();
    return "git (pid 7)";
  });
  expect(await others("/tree")).toBeNull();
});

test("W29 somebody else is told at once, also while git runs elsewhere", async () => {
  const calls = new CallsUnderWay();
  void call(calls, "/tree-2");
  let looks = 0;
  const others = othersIn(calls, async () => {
    looks++;
    return "vim (pid 8)";
  });
  expect(await others("/tree")).toBe("vim (pid 8)");
  expect(looks).toBe(1);
});

test("W29 somebody else is told though git of ours comes and goes all the time", async () => {
  const calls = new CallsUnderWay();
  const others = othersIn(calls, async () => {
    await call(calls, "/tree").end();
    return "vim (pid 8)";
  });
  expect(await others("/tree")).toBe("vim (pid 8)");
});

test("W29 a tree goes although a probe was at work in it when somebody was looked for", async () => {
  const scratch = createScratch();
  onTestFinished(() => scratch.remove());
  scratch.makeRepository();
  let looks = 0;
  const worktrees = scratch.worktrees({
    livesIn: async () => {
      if (++looks > 1) return null;
      await worktrees.probe(tree);
      return "git (pid 7)";
    },
  });
  const tree = await makeTree(scratch, worktrees);
  expect(await worktrees.remove(tree)).toEqual({ kind: "removed" });
});
