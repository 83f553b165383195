import type { BlockedWork } from "@maestro/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ScratchRepository } from "../support/scratch-repository.ts";
import { TestDaemon } from "../support/test-daemon.ts";
import { CLEAR_CASES } from "../support/worktree-cases/clear-cases.ts";
import { GUARDED_CASES } from "../support/worktree-cases/guarded-cases.ts";
import { LANDED_CASES } from "../support/worktree-cases/landed-cases.ts";
import { countsOf, type Seen, Surfaces } from "../support/worktree-cases/surfaces.ts";
import type { WorkCase } from "../support/worktree-cases/work-case.ts";

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await TestDaemon.start();
});
afterAll(() => daemon.destroy());

const titled = (kind: WorkCase["outcome"]["kind"]) =>
  [...GUARDED_CASES, ...CLEAR_CASES, ...LANDED_CASES]
    .map((one, at) => ({ one, name: `case-${at}` }))
    .filter(({ one }) => one.outcome.kind === kind)
    .map((found) => [`${found.one.id} ${found.one.title}`, found] as const);

/** What stands in the end, with what the list has to say of it. */
const left = new Map<string, BlockedWork>();
const CLEAR = { uncommitted: 0, untracked: 0, unpushed: 0, in_progress: null, unknown: null };

async function look({ one, name }: { one: WorkCase; name: string }): Promise<Seen> {
  const repository = await ScratchRepository.make(daemon, name);
  const asked = (await one.prepare?.(repository)) ?? {};
  return new Surfaces(daemon, repository, one, asked).look();
}

describe.concurrent("W12 indicator, kill, natural exit and reclaim say the same", () => {
  test.each(titled("guarded"))("%s: refused and kept", async (_title, found) => {
    const { outcome } = found.one;
    if (outcome.kind !== "guarded") return;
    const seen = await look(found);
    const { kill, indicator, exit, reclaim, words } = seen;
    expect(kill).toMatchObject(outcome.counts);
    expect({ indicator, exit, reclaim }).toEqual({ indicator: kill, exit: kill, reclaim: kill });
    expect(words.join("\n")).toContain(outcome.note ?? "Not ended");
    expect(words.at(-1)).toBe("force-killed");
    for (const path of seen.left) left.set(path, kill as BlockedWork);
  });

  test.each(titled("clear"))("%s: nothing is lost, the tree goes", async (_title, found) => {
    const { outcome } = found.one;
    if (outcome.kind !== "clear") return;
    const { words, ...verdicts } = await look(found);
    expect(verdicts).toEqual({
      indicator: null,
      kill: "gone",
      exit: "gone",
      reclaim: "gone",
      left: [],
    });
    expect(words.join("\n")).toContain(outcome.note ?? "");
  });

  test.each(titled("stays"))("%s: the session ends, the tree stays", async (_title, found) => {
    const { outcome } = found.one;
    if (outcome.kind !== "stays") return;
    const { indicator, kill, exit, reclaim, words, left: trees } = await look(found);
    expect({ indicator, kill, exit }).toEqual({
      indicator: null,
      kill: outcome.reason,
      exit: outcome.reason,
    });
    expect(reclaim).toMatch(outcome.words);
    expect(words).toEqual([
      expect.stringMatching(outcome.words),
      expect.stringMatching(outcome.words),
    ]);
    for (const path of trees) left.set(path, CLEAR);
  });
});

test("W12 W43 the list says the same of everything that is left", async () => {
  const rows = await daemon.api.listWorktrees();
  const listed = rows.map(({ path, unsaved_work }) => [path, countsOf(unsaved_work)]);
  expect(new Map(listed as [string, BlockedWork][])).toEqual(left);
});
