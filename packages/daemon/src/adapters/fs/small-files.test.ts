import { mkdir, mkdtemp, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sessionId } from "../../domain/support/a-session.ts";
import { bootMemory } from "./boot-memory.ts";
import { lastPort, writeDaemonFile } from "./daemon-file.ts";
import { finalScreens } from "./final-screens.ts";
import { logFile } from "./log-file.ts";
import { makeFifo } from "./support/file-kinds.ts";

const ID = sessionId(1);

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "maestro-files-"));
  path = join(directory, "file");
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** Everything a small file of ours was found to be in the place of what it should be. */
const malformed: [string, () => unknown][] = [
  ["missing", () => {}],
  ["empty", () => writeFile(path, "")],
  ["half", () => writeFile(path, '{"pid":1,"url":"http://127.0.0.1:80')],
  ["null", () => writeFile(path, "null")],
  ["a list", () => writeFile(path, "[]")],
  ["of wrong types", () => writeFile(path, '{"pid":"1","url":5}\n')],
  ["NUL bytes", () => writeFile(path, Buffer.alloc(64))],
  ["50 MB", () => writeFile(path, "x").then(() => truncate(path, 50 * 1024 * 1024))],
  ["a directory", () => mkdir(path)],
  ["a FIFO that nobody writes to", () => makeFifo(path)],
];

test.each(malformed)("C14 a boot id that is %s says nothing", async (_name, spoil) => {
  await spoil();
  const source = { file: join(directory, "kernel"), platform: "linux" } as const;
  await writeFile(source.file, "11111111-2222-3333-4444-555555555555\n");
  const boot = bootMemory(path, source);
  expect(await boot.read()).toEqual({
    current: "11111111-2222-3333-4444-555555555555",
    stored: null,
  });
  expect(await bootMemory(source.file, { file: path, platform: "linux" }).read()).toMatchObject({
    current: null,
  });
});

test("a boot id that was stored is read again", async () => {
  const boot = bootMemory(path, { file: "/proc/sys/kernel/random/boot_id", platform: "linux" });
  const { current } = await boot.read();
  await boot.store(current ?? "none on this machine");
  expect((await boot.read()).stored).toBe(current);
});

test.each(malformed)("C14 a daemon.json that is %s remembers no port", async (_name, spoil) => {
  await spoil();
  expect(await lastPort(path)).toBeNull();
});

test("the port of the last daemon is remembered, and none where it had no address", async () => {
  const file = { pid: 1, url: "http://127.0.0.1:4123", socket: "/s", version: "1" };
  await writeDaemonFile(path, file);
  expect(await lastPort(path)).toBe(4123);
  await writeDaemonFile(path, { ...file, url: null });
  expect(await lastPort(path)).toBeNull();
  await writeDaemonFile(path, { ...file, url: "not a url" });
  expect(await lastPort(path)).toBeNull();
});

test("a last screen comes back byte for byte, newlines and all", async () => {
  const screens = finalScreens(directory);
  const bytes = Buffer.from([0x1b, 0x0a, 0x00, 0xff, 0x0a]);
  await screens.write(ID, { cols: 80, rows: 24, bytes });
  expect(await screens.read(ID)).toEqual({ cols: 80, rows: 24, bytes });
  await screens.remove(ID);
  await screens.remove(ID);
  expect(await screens.read(ID)).toBeNull();
});

test.each([
  ...malformed,
  ["of a size no terminal has", () => writeFile(path, '{"cols":1000000000,"rows":24}\nx')],
] as typeof malformed)("C14 a last screen that is %s is none", async (_name, spoil) => {
  path = join(directory, `${ID}.screen`);
  await spoil();
  expect(await finalScreens(directory).read(ID)).toBeNull();
});

test("a screen too large to be one is refused, and the last one stays", async () => {
  const screens = finalScreens(directory);
  await screens.write(ID, { cols: 2, rows: 2, bytes: Buffer.from("x") });
  const large = { cols: 2, rows: 2, bytes: Buffer.alloc(17 * 1024 * 1024) };
  await expect(screens.write(ID, large)).rejects.toThrow("larger");
  expect((await screens.read(ID))?.bytes).toEqual(Buffer.from("x"));
});

test("the log has one line of JSON for each message, and tells no token", async () => {
  const log = logFile(path);
  log.info("up", { url: "http://x", token: "s3cret", nested: { token: "s3cret" } });
  log.warn("careful");
  const content = await readFile(path, "utf8");
  const lines = content
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as object);
  expect(lines).toMatchObject([{ msg: "up", url: "http://x" }, { msg: "careful" }]);
  expect(content).not.toContain("s3cret");
});

test("a log that has grown large is put aside at start, and one such is kept", async () => {
  await writeFile(path, "old\n");
  await truncate(path, 6 * 1024 * 1024);
  logFile(path).info("new");
  expect(await readFile(path, "utf8")).toContain("new");
  expect((await readFile(`${path}.1`)).length).toBe(6 * 1024 * 1024);
});
