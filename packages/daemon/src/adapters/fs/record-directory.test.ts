import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RetainedWorktree } from "../../domain/retained-worktree.ts";
import { aSession, aWorktree, sessionId } from "../../domain/support/a-session.ts";
import { type RecordCodec, recordDirectory } from "./record-directory.ts";
import { retainedCodec, retainedKey } from "./retained-record.ts";
import { sessionCodec } from "./session-record.ts";

let directory: string;
let warnings: string[];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "maestro-records-"));
  warnings = [];
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const log = {
  info() {},
  warn: (message: string, facts: object = {}) =>
    void warnings.push(`${message} ${JSON.stringify(facts)}`),
  error() {},
};
const recordsOf = <T>(codec: RecordCodec<T>) => recordDirectory(directory, codec, log);

function anEntry(number: number): RetainedWorktree {
  return {
    path: `/trees/repo/${number}`,
    baseRepo: "/repo",
    branch: null,
    reason: "a reason of tomorrow",
    retainedAt: 1_700_000_000_000,
    device: 7,
    baseCommit: "1".repeat(40),
    sessionId: sessionId(1),
    sessionName: null,
    command: ["agent", "--flag"],
    detail: null,
  };
}

/** Both kinds of records: how the one that is to be broken is called, and one that stays whole. */
const kinds = [
  {
    kind: "session record",
    codec: sessionCodec as RecordCodec<unknown>,
    broken: aSession({ worktree: aWorktree }) as unknown,
    whole: aSession({ id: sessionId(2) }) as unknown,
  },
  {
    kind: "retained entry",
    codec: retainedCodec as RecordCodec<unknown>,
    broken: anEntry(1) as unknown,
    whole: anEntry(2) as unknown,
  },
];

const text = (value: string) => (path: string) => writeFile(path, value);
const malformed: [string, (path: string) => Promise<void>][] = [
  ["no bytes", text("")],
  ["a brace", text("{")],
  ["null", text("null")],
  ["a list", text("[]")],
  ["a number", text("5")],
  ["wrong types", text('{"id":5,"path":5,"worktree":"x"}')],
  ["something else", text('{"sessions":{}}')],
  ["words that look like a newer version", text('newer maestro (version 99) {"version":99}')],
  ["NUL bytes", (path) => writeFile(path, Buffer.alloc(4096))],
  ["bytes that are no text", (path) => writeFile(path, Buffer.from([0xff, 0xfe, 0x80]))],
  ["deep nesting", text("[".repeat(100_000))],
  ["50 MB", (path) => writeFile(path, "x").then(() => truncate(path, 50 * 1024 * 1024))],
  ["a directory", (path) => mkdir(path).then(() => writeFile(join(path, "inside"), "kept"))],
];

for (const { kind, codec, broken, whole } of kinds) {
  test.each(malformed)(
    `C14 a ${kind} that is malformed is set aside, reported, and hides no other: %s`,
    async (_name, spoil) => {
      const records = recordsOf(codec);
      await records.write(whole);
      const name = `${codec.keyOf(broken)}.json`;
      await spoil(join(directory, name));
      const loaded = await records.load();
      expect(loaded.records).toEqual([whole]);
      expect(loaded.skipped).toEqual([
        { key: codec.keyOf(broken), reason: expect.any(String) as string, inPlace: false },
      ]);
      const names = await readdir(directory);
      expect(names).not.toContain(name);
      expect(names.filter((other) => other.startsWith(`${name}.corrupt-`))).toHaveLength(1);
      expect(warnings).toHaveLength(1);
      // The next start finds nothing to say, and the place is free again.
      expect((await records.load()).skipped).toEqual([]);
      await records.write(broken);
      expect((await records.load()).records).toHaveLength(2);
    },
  );

  test(`C14 a ${kind} that is cut at any byte is set aside, never half read`, async () => {
    const records = recordsOf(codec);
    await records.write(broken);
    const key = codec.keyOf(broken);
    const path = join(directory, `${key}.json`);
    const content = await readFile(path);
    expect((await records.load()).records).toEqual([broken]);
    // The last byte is the line's end, without which the record is whole.
    for (let length = 0; length < content.length - 1; length++) {
      await writeFile(path, content.subarray(0, length));
      const loaded = await records.load();
      expect(loaded.records).toEqual([]);
      expect(loaded.skipped).toMatchObject([{ key, inPlace: false }]);
    }
  });

  test(`C14 a ${kind} of a newer version is left exactly as it is`, async () => {
    const records = recordsOf(codec);
    const content = '{"version":99,"anything":["else"]}';
    const path = join(directory, `${codec.keyOf(broken)}.json`);
    await writeFile(path, content);
    const loaded = await records.load();
    expect(loaded).toMatchObject({ records: [], skipped: [{ inPlace: true }] });
    await expect(records.write(broken)).rejects.toMatchObject({
      code: "io_failed",
      message: expect.stringContaining("newer maestro") as string,
    });
    expect(await readFile(path, "utf8")).toBe(content);
    await rm(path);
    await records.write(broken);
    expect((await records.load()).records).toEqual([broken]);
  });

  test(`C14 a ${kind} that cannot be read is left where it is, and said to be there`, async () => {
    const records = recordsOf(codec);
    const path = join(directory, `${codec.keyOf(broken)}.json`);
    await symlink(path, path);
    const loaded = await records.load();
    expect(loaded).toMatchObject({ records: [], skipped: [{ inPlace: true }] });
    expect(await readdir(directory)).toEqual([`${codec.keyOf(broken)}.json`]);
  });

  test(`C14 a ${kind} under another one's name is set aside`, async () => {
    const records = recordsOf(codec);
    await records.write(whole);
    const content = await readFile(join(directory, `${codec.keyOf(whole)}.json`));
    await writeFile(join(directory, `${codec.keyOf(broken)}.json`), content);
    expect((await records.load()).records).toEqual([whole]);
  });
}

test("C14 fields that this version does not know are kept and written back", async () => {
  const records = recordsOf(sessionCodec);
  await records.write(aSession());
  const path = join(directory, `${sessionId(1)}.json`);
  const value = JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>;
  const future = { of_tomorrow: { deep: [1, null, "x"] }, another: false };
  await writeFile(path, JSON.stringify({ ...value, ...future }));
  const [session] = (await records.load()).records;
  await records.write({ ...(session ?? aSession()), generation: 5 });
  expect(JSON.parse(await readFile(path, "utf8"))).toEqual({ ...value, ...future, generation: 5 });
});

test("files that are no records are not looked at", async () => {
  const names = [
    "notes.json",
    "README",
    `${sessionId(1)}.screen`,
    `${sessionId(1)}.json.corrupt-x`,
  ];
  for (const name of names) await writeFile(join(directory, name), "{");
  expect(await recordsOf(sessionCodec).load()).toEqual({ records: [], skipped: [] });
  expect((await readdir(directory)).toSorted()).toEqual(names.toSorted());
});

test("what is removed is gone, and removing it again is no error", async () => {
  const records = recordsOf(retainedCodec);
  await records.write(anEntry(1));
  await records.remove(retainedKey(anEntry(1).path));
  await records.remove(retainedKey(anEntry(1).path));
  expect(await readdir(directory)).toEqual([]);
});

test("paths of any length and with any character have a file name of their own", () => {
  const paths = ["/a", "/a/", "/a\n", `/${"x".repeat(5_000)}`, "/ü", "/u\u0308"];
  const keys = paths.map(retainedKey);
  expect(new Set(keys).size).toBe(paths.length);
  expect(keys.every((key) => retainedCodec.isKey(key))).toBe(true);
});
