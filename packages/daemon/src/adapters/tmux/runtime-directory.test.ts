import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sessionId } from "../../domain/support/a-session.ts";
import { inputNotes } from "../fs/input-notes.ts";
import { RuntimeDirectory } from "./runtime-directory.ts";

const ID = sessionId(1);
const ROUNDS = 30;

let root: string;
let runtime: RuntimeDirectory;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "maestro-runtime-"));
  runtime = await RuntimeDirectory.open(root, { historyLimit: 10 });
});
afterEach(() => rm(root, { recursive: true, force: true }));

// Found by interleavings, seed 13: a kill failed over a text that was being typed.
test("a terminal's files go also while something is noted among them", async () => {
  const { directory } = runtime.pathsOf(ID);
  const notes = inputNotes(() => directory);
  for (let round = 0; round < ROUNDS; round++) {
    await mkdir(directory);
    for (let at = 0; at < 50; at++) await writeFile(join(directory, `file-${at}`), "");
    const over = new AbortController();
    const noting = (async () => {
      while (!over.signal.aborted) {
        // Refused where the directory is gone, which it stays.
        await notes.write(ID, { requests: [], waiting: null }).catch(() => {});
      }
    })();
    const removal = runtime.remove(ID).finally(() => over.abort());
    await expect(removal).resolves.toBeUndefined();
    await noting;
    expect(existsSync(directory)).toBe(false);
  }
});

test("a removal that a crash cut off is finished at the next start", async () => {
  const { directory } = runtime.pathsOf(ID);
  await mkdir(`${directory}.gone`);
  await writeFile(join(`${directory}.gone`, "left"), "");
  expect(await runtime.sessions()).toEqual([]);
  await RuntimeDirectory.open(root, { historyLimit: 10 });
  expect(existsSync(`${directory}.gone`)).toBe(false);
});

test("what is there already is not written again: a full disk is no reason not to start", async () => {
  const { ino } = await stat(runtime.config);
  await RuntimeDirectory.open(root, { historyLimit: 10 });
  expect((await stat(runtime.config)).ino).toBe(ino);
  await RuntimeDirectory.open(root, { historyLimit: 20 });
  expect((await stat(runtime.config)).ino).not.toBe(ino);
});
