import { afterEach, beforeEach, expect, test } from "vitest";
import { deadlineIn } from "./deadline.ts";
import { openGit, type Git } from "./git.ts";
import { createIndexFindings } from "./index-findings.ts";
import { createScratch, type Scratch } from "./support/scratch-repository.ts";

let scratch: Scratch;
beforeEach(() => {
  scratch = createScratch();
  scratch.makeRepository();
});
afterEach(() => scratch.remove());

/** Reads the index of `base` by a clock that runs ahead, and counts how often git was asked. */
function reader(aheadMs: number): {
  read(): Promise<readonly string[]>;
  asked(): number;
} {
  const git = openGit(scratch.env);
  let asked = 0;
  const counting: Git = {
    ...git,
    read: (args, call) => {
      asked++;
      return git.read(args, call);
    },
  };
  const readIndex = createIndexFindings(() => Date.now() + aheadMs);
  const top = scratch.at("base");
  const gitDir = scratch.at("base/.git");
  const place = { top, gitDir, commonDir: gitDir, main: top, baseCommit: null, branch: null };
  return {
    asked: () => asked,
    async read() {
      const look = {
        git: counting,
        deadline: deadlineIn(30_000),
        precious: [],
        gitVersion: "2.39.5",
      };
      const answer = await readIndex(look, place);
      if (answer.kind === "unknown") throw new Error(answer.reason);
      return answer.index.assumedUnchanged.map(String);
    },
  };
}

test("A31 an index without flags is read once, and again when a flag is set", async () => {
  const index = reader(10_000);
  expect(await index.read()).toEqual([]);
  expect(await index.read()).toEqual([]);
  expect(index.asked()).toBe(1);
  scratch.git("base", "update-index", "--assume-unchanged", "a.txt");
  expect(await index.read()).toEqual(["a.txt"]);
  expect(await index.read()).toEqual(["a.txt"]);
  expect(index.asked()).toBe(3);
});

test("an index that was written a moment ago is read every time", async () => {
  const index = reader(-60_000);
  scratch.git("base", "update-index", "--force-remove", "a.txt");
  await index.read();
  await index.read();
  expect(index.asked()).toBe(2);
});
