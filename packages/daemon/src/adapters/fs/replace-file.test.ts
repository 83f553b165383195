import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aSession, sessionId } from "../../domain/support/a-session.ts";
import { logFile } from "./log-file.ts";
import { recordDirectory } from "./record-directory.ts";
import { removeUnfinished, replaceFile } from "./replace-file.ts";
import { sessionCodec } from "./session-record.ts";
import { mountTiny } from "./support/file-kinds.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "maestro-replace-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const silent = { info() {}, warn() {}, error() {} };

test("a file is replaced whole, and nothing else is left beside it", async () => {
  const path = join(directory, "file");
  await replaceFile(path, "one");
  await replaceFile(path, Buffer.from([0, 255]));
  expect(await readFile(path)).toEqual(Buffer.from([0, 255]));
  expect(await readdir(directory)).toEqual(["file"]);
});

test("who replaces one file at once writes one of the contents, never a mix", async () => {
  const path = join(directory, "file");
  const contents = Array.from({ length: 20 }, (_, at) => `${at}`.repeat(10_000));
  await Promise.all(contents.map((content) => replaceFile(path, content)));
  expect(contents).toContain(await readFile(path, "utf8"));
  expect(await readdir(directory)).toEqual(["file"]);
});

test("where the directory is gone, or is a file, the error is told", async () => {
  await expect(replaceFile(join(directory, "gone", "file"), "x")).rejects.toThrow("ENOENT");
  await writeFile(join(directory, "plain"), "x");
  await expect(replaceFile(join(directory, "plain", "file"), "x")).rejects.toThrow("ENOTDIR");
});

test("what cannot be replaced stays, and the unfinished file goes", async () => {
  const path = join(directory, "in the way");
  await mkdir(join(path, "full"), { recursive: true });
  await expect(replaceFile(path, "x")).rejects.toThrow(/EISDIR|ENOTEMPTY/);
  expect(await readdir(directory)).toEqual(["in the way"]);
});

test("what a crash left unfinished goes, and nothing else", async () => {
  const kept = ["a.json", ".hidden", ".a.json.tmp", ".a.json.0123456789abcdef.tmp.txt"];
  for (const name of [...kept, ".a.json.0123456789abcdef.tmp"]) {
    await writeFile(join(directory, name), "x");
  }
  await removeUnfinished(directory);
  expect((await readdir(directory)).toSorted()).toEqual(kept.toSorted());
});

test("a record whose directory was removed fails with io_failed and a sentence", async () => {
  const records = recordDirectory(join(directory, "gone"), sessionCodec, silent);
  await expect(records.write(aSession())).rejects.toMatchObject({
    code: "io_failed",
    message: expect.stringContaining("Nothing was changed") as string,
  });
});

test("on a full disk what was there stays whole, and the writer is told", async (context) => {
  const tiny = mountTiny();
  if (tiny === null) {
    context.skip("no file system can be mounted by this user");
    return;
  }
  try {
    const records = recordDirectory(join(tiny.path, "sessions"), sessionCodec, silent);
    await records.load();
    await records.write(aSession());
    await writeFile(join(tiny.path, "filler"), Buffer.alloc(1024 * 1024)).catch(() => {});
    const large = aSession({ metadata: { note: "x".repeat(20_000) } });
    await expect(records.write(large)).rejects.toMatchObject({ code: "io_failed" });
    expect((await records.load()).records).toEqual([aSession()]);
    expect(await readdir(join(tiny.path, "sessions"))).toEqual([`${sessionId(1)}.json`]);
    await rm(join(tiny.path, "filler"));
    await records.write(aSession({ generation: 2 }));
    expect((await records.load()).records).toMatchObject([{ generation: 2 }]);
  } finally {
    tiny.unmount();
  }
});

test("a log on a full device drops its lines and never throws", async () => {
  const log = logFile("/dev/full");
  expect(() => log.error("lost", { why: "no room" })).not.toThrow();
});
