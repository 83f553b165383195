import { chmodSync } from "node:fs";
import type { Worktree } from "../../../../domain/session.ts";
import { layer, scratch } from "../../support/each-test.ts";
import { makeTree } from "../../support/scratch-repository.ts";

/** A worktree with files of several kinds, all of them pushed. */
export function makeVariedTree(): Promise<Worktree> {
  scratch.makeRepository();
  for (const name of ["b.txt", "c.txt", "d/e.txt", "run.sh"])
    scratch.write(`base/${name}`, `${name}\n`);
  chmodSync(scratch.at("base/run.sh"), 0o755);
  scratch.commit("base", "more");
  scratch.git("base", "push", "-q", "origin", "main");
  return makeTree(scratch, layer.worktrees);
}
