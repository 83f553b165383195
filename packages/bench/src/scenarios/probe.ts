import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BenchDaemon } from "../support/bench-daemon.ts";
import type { Figure, Scenario } from "../support/scenario.ts";
import { median } from "../support/statistics.ts";

const FILES = 50_000;
const IN_EACH_DIRECTORY = 50;
const ROUNDS = 9;

/**
 * The guard of a large tree, all caches warm, against a plain `git status` there: a kill that unsaved
 * work refuses takes as long as its probe.
 */
export const probe: Scenario = {
  name: "probe",
  async run(): Promise<readonly Figure[]> {
    const daemon = await BenchDaemon.start();
    try {
      const base = join(daemon.home, "base");
      const git = (cwd: string, ...args: string[]): string =>
        execFileSync("git", args, { cwd, env: daemon.env, encoding: "utf8" });
      makeRepository(base, git);
      const { id, worktree } = await daemon.api.createSession({
        body: {
          cwd: base,
          command: ["/bin/sh", "-c", "read -r end"],
          worktree: { base_repo: base, branch: "work", create_branch: true },
        },
      });
      if (worktree === null) throw new Error("the session has no worktree");
      writeFileSync(join(worktree.path, "new"), "unsaved\n");
      const ours: number[] = [];
      const theirs: number[] = [];
      for (let round = 0; round <= ROUNDS; round++) {
        const before = performance.now();
        const status = git(worktree.path, "status", "--porcelain");
        const between = performance.now();
        const refusal = await daemon.api
          .killSession({ params: { id }, query: {} })
          .then(() => "ended", String);
        const after = performance.now();
        if (status !== "?? new\n" || !refusal.includes("1 new file")) throw new Error(refusal);
        // The first round warms the caches.
        if (round === 0) continue;
        theirs.push(between - before);
        ours.push(after - between);
      }
      const figures = { ours: median(ours), theirs: median(theirs) };
      return [
        {
          what: `refused kill over a tree of ${FILES} files`,
          unit: "ms",
          ...figures,
          goal: "≤ 1.5 × git status",
          reached: figures.ours <= 1.5 * figures.theirs,
        },
      ];
    } finally {
      await daemon.destroy();
    }
  },
};

function makeRepository(base: string, git: (cwd: string, ...args: string[]) => string): void {
  mkdirSync(base);
  git(base, "init", "-q", "-b", "main");
  for (let at = 0; at < FILES; at += IN_EACH_DIRECTORY) {
    const directory = join(base, `part-${at % 20}`, `module-${at}`);
    mkdirSync(directory, { recursive: true });
    for (let n = 0; n < IN_EACH_DIRECTORY; n++) {
      writeFileSync(join(directory, `file-${n}.ts`), `export const value = ${at + n};\n`);
    }
  }
  git(base, "add", "-A");
  const name = ["-c", "user.name=Bench", "-c", "user.email=b@example.invalid"];
  git(base, ...name, "commit", "-q", "-m", "many files");
}
