import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MaestroError } from "../../domain/maestro-error.ts";
import { aSession, sessionId } from "../../domain/support/a-session.ts";
import { readConfig } from "./config-file.ts";
import { lastPort } from "./daemon-file.ts";
import { finalScreens } from "./final-screens.ts";
import { inputNotes } from "./input-notes.ts";
import { recordDirectory } from "./record-directory.ts";
import { retainedCodec, retainedKey } from "./retained-record.ts";
import { sessionCodec } from "./session-record.ts";
import { spawnHistory } from "./spawn-history.ts";

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "maestro-border-"));
  path = join(directory, "file");
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const ignore = (): void => {};
const silent = { info: ignore, warn: ignore, error: ignore };
const ID = sessionId(1);

/** Bytes, JSON, or something right of which a part is something else. */
function spoiled(right: object): fc.Arbitrary<Uint8Array> {
  const any = fc.jsonValue({ maxDepth: 2 });
  const changed = fc
    .tuple(fc.constantFrom(...Object.keys(right)), any)
    .map(([key, value]) => JSON.stringify({ ...right, [key]: value }));
  const cut = changed.chain((text) => fc.nat(text.length).map((length) => text.slice(0, length)));
  const texts = fc.oneof(
    changed,
    cut,
    any.map((value) => JSON.stringify(value)),
  );
  return fc.oneof(
    texts.map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 200 }),
  );
}

/** Whatever a file holds, something is done with it and nothing is thrown. */
async function holds(right: object, read: (bytes: Uint8Array) => Promise<void>): Promise<void> {
  await fc.assert(fc.asyncProperty(spoiled(right), read), { numRuns: 150 });
}

const session = sessionCodec.encode(aSession()) as object;
const entry = retainedCodec.encode({
  path: "/tree",
  baseRepo: "/repo",
  branch: "topic",
  reason: "force-killed",
  retainedAt: 0,
  device: 1,
  baseCommit: null,
  sessionId: null,
  sessionName: null,
  command: "",
  detail: null,
}) as object;

test.each([
  ["session", sessionCodec, ID, session],
  ["entry", retainedCodec, retainedKey("/tree"), entry],
] as const)(
  "a %s's file is read, set aside as it was, or left as it is",
  async (_noun, codec, key, right) => {
    // Of either kind; the store does not look into what it keeps.
    const records = recordDirectory<unknown>(directory, codec as never, silent);
    await holds({ version: 1, ...right }, async (bytes) => {
      await writeFile(join(directory, `${key}.json`), bytes);
      const { records: read, skipped } = await records.load();
      expect(read.length + skipped.length).toBe(1);
      const [name = ""] = await readdir(directory);
      expect(name.startsWith(`${key}.json`)).toBe(true);
      expect(await readFile(join(directory, name))).toEqual(Buffer.from(bytes));
      await rm(join(directory, name));
    });
  },
);

test("a configuration is one, or is refused in words", async () => {
  const toml = fc.array(
    fc.constantFrom(
      "port",
      " = ",
      "1",
      '"x"',
      "\n",
      "[worktree]",
      "run = [",
      "]",
      "true",
      "#",
      "\0",
    ),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(toml, async (parts) => {
      await writeFile(path, parts.join(""));
      const config = await readConfig(path, {}).catch((error: Error) => error);
      expect(config instanceof MaestroError || "worktreesDir" in config).toBe(true);
    }),
    { numRuns: 200 },
  );
});

test("a daemon.json remembers a port that can be one, or none", async () => {
  const right = { pid: 1, url: "http://127.0.0.1:80", socket: "/s", version: "1" };
  await holds(right, async (bytes) => {
    await writeFile(path, bytes);
    const port = (await lastPort(path)) ?? 1;
    expect(port).toBeGreaterThan(0);
    expect(port).toBeLessThan(65_536);
  });
});

test("a history has the lines that can be read, and takes the next one", async () => {
  const right = { directory: "/d", repo: null, command: "c", name: null, branch: null, at: "x" };
  const history = spawnHistory({ path, keepDays: 90, now: () => 1_000 });
  const next = { directory: "/next", repo: null, command: "", name: null, branch: null, at: 1_000 };
  await holds(right, async (bytes) => {
    await writeFile(path, bytes);
    await history.append(next);
    expect((await history.read()).at(-1)).toEqual(next);
    await history.compact();
  });
});

test("a last screen and what was typed are what was written, or nothing", async () => {
  const notes = inputNotes(() => directory);
  const screens = finalScreens(directory);
  await holds({ cols: 80, rows: 24, requests: [], waiting: null }, async (bytes) => {
    await writeFile(join(directory, "input.json"), bytes);
    await writeFile(join(directory, `${ID}.screen`), bytes);
    const note = await notes.read(ID);
    expect(note === null || Array.isArray(note.requests)).toBe(true);
    const screen = await screens.read(ID);
    expect(screen === null || screen.cols <= 1_000).toBe(true);
  });
});

test("what is written down of typing is read again, and goes where it cannot be replaced", async () => {
  const notes = inputNotes(() => directory);
  const waiting = { begins: "fix\nit", isTyped: true };
  await notes.write(ID, { requests: ["a"], waiting });
  expect(await notes.read(ID)).toEqual({ requests: ["a"], waiting });
  await notes.write(ID, { requests: [], waiting: null });
  expect(await notes.read(ID)).toEqual({ requests: [], waiting: null });
  await writeFile(join(directory, "input.json.new"), "in the way", { mode: 0o400 });
  await rm(directory, { recursive: true });
  await expect(notes.write(ID, { requests: [], waiting })).rejects.toThrow("ENOENT");
  expect(await notes.read(ID)).toBeNull();
});
