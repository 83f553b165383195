import { appendFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { SpawnEntry } from "../../ports/session-files.ts";
import { spawnHistory } from "./spawn-history.ts";
import { makeFifo } from "./support/file-kinds.ts";

const DAY_MS = 86_400_000;

let directory: string;
let path: string;
let now: number;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "maestro-history-"));
  path = join(directory, "spawn-history.jsonl");
  now = 100 * DAY_MS;
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const historyOf = (keepDays: number) => spawnHistory({ path, keepDays, now: () => now });

function anEntry(different: Partial<SpawnEntry> = {}): SpawnEntry {
  const entry = { directory: "/w\n", repo: null, command: "a", name: null, branch: "b", at: now };
  return { ...entry, ...different };
}

test("every start is one line, and comes back as it was, oldest first", async () => {
  const history = historyOf(90);
  const entries = [anEntry(), anEntry({ command: ["a", "b"], repo: "/w" })];
  for (const entry of entries) await history.append(entry);
  expect(await history.read()).toEqual(entries);
  expect((await readFile(path, "utf8")).match(/\n/g)).toHaveLength(2);
});

test("lines that are cut off or are something else are passed over", async () => {
  const history = historyOf(90);
  await history.append(anEntry());
  await appendFile(path, '\n\u0000\nnull\n[]\n{"directory":5}\n{"directory":"/w","at":"now"}\n');
  await history.append(anEntry({ name: "last" }));
  await appendFile(path, '{"directory":"/w","comm');
  expect(await history.read()).toEqual([anEntry(), anEntry({ name: "last" })]);
});

test("a start that follows on a line that was cut off is not lost", async () => {
  const history = historyOf(90);
  await appendFile(path, '{"directory":"/w","comm');
  await history.append(anEntry());
  expect(await history.read()).toEqual([anEntry()]);
});

test("what is older than it is kept is not told, and goes when the file is compacted", async () => {
  const history = historyOf(10);
  await history.append(anEntry({ name: "old" }));
  now += 10 * DAY_MS;
  await history.append(anEntry({ name: "new" }));
  expect((await history.read()).map(({ name }) => name)).toEqual(["new"]);
  await history.compact();
  expect(await readFile(path, "utf8")).not.toContain("old");
  expect((await history.read()).map(({ name }) => name)).toEqual(["new"]);
});

test("no start is lost to a compaction that goes on at the same time", async () => {
  const history = historyOf(10);
  await history.append(anEntry({ name: "old" }));
  now += 10 * DAY_MS;
  const names = Array.from({ length: 20 }, (_, at) => `${at}`);
  await Promise.all([
    history.compact(),
    ...names.map((name) => history.append(anEntry({ name }))),
    history.compact(),
  ]);
  expect((await history.read()).map(({ name }) => name)).toEqual(names);
});

test("nothing is kept where nothing is to be kept", async () => {
  await historyOf(0).append(anEntry());
  expect(await historyOf(90).read()).toEqual([]);
});

test("a missing history is an empty one", async () => {
  const history = historyOf(90);
  expect(await history.read()).toEqual([]);
  await history.compact();
});

test("a FIFO in the place of the history holds nothing up", async () => {
  makeFifo(path);
  await expect(historyOf(90).append(anEntry())).rejects.toThrow("plain file");
  expect(await historyOf(90).read()).toEqual([]);
});
