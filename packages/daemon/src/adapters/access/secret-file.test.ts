import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Log } from "../../ports/log.ts";
import { deviceRecords } from "./device-records.ts";
import { secretFile } from "./secret-file.ts";

let directory: string;
let warnings: string[];
const log: Log = {
  info: () => {},
  warn: (message, facts) => void warnings.push(JSON.stringify({ message, ...facts })),
  error: () => {},
};
const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "maestro-access-"));
  warnings = [];
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test("C13 a secret is written 0600 whatever the umask, and never through a link", async () => {
  const before = process.umask(0);
  try {
    const elsewhere = join(directory, "elsewhere");
    await writeFile(elsewhere, "mine");
    const path = join(directory, "token");
    await symlink(elsewhere, path);
    const file = secretFile(path, log);
    await file.write("secret\n");
    expect(await readFile(elsewhere, "utf8")).toBe("mine");
    expect(await file.read()).toEqual({ kind: "text", text: "secret\n" });
    expect(await modeOf(path)).toBe(0o600);
  } finally {
    process.umask(before);
  }
  expect(warnings).toEqual([]);
});

test("C05 a secret that others could read is theirs no more, and that is logged without it", async () => {
  const path = join(directory, "token");
  await writeFile(path, "hush-hush");
  await chmod(path, 0o644);
  expect(await secretFile(path, log).read()).toEqual({ kind: "text", text: "hush-hush" });
  expect(await modeOf(path)).toBe(0o600);
  expect(warnings.length).toBe(1);
  expect(warnings.join()).not.toContain("hush-hush");
});

test("C14 what is no small plain file is unusable, what is not there is missing", async () => {
  const at = (name: string) => secretFile(join(directory, name), log).read();
  await mkdir(join(directory, "folder"));
  await writeFile(join(directory, "huge"), "x".repeat(100_000));
  expect(await at("nothing")).toEqual({ kind: "missing" });
  expect(await at("folder")).toMatchObject({ kind: "unusable" });
  expect(await at("huge")).toMatchObject({ kind: "unusable" });
});

test("devices come back as they were written; a malformed one hides no other", async () => {
  const device = {
    id: "0f0c7ad5-6bd1-4f1c-8a6e-1f4f7c1f2b11",
    name: "phone",
    tokenHash: "ab".repeat(32),
    createdAt: 1,
    lastUsedAt: null,
  };
  const store = deviceRecords(directory, log);
  await store.load();
  await store.write(device);
  const odd = join(directory, "devices", "0f0c7ad5-6bd1-4f1c-8a6e-1f4f7c1f2b12.json");
  const text = await readFile(join(directory, "devices", `${device.id}.json`), "utf8");
  await writeFile(odd, text);
  expect(await modeOf(join(directory, "devices"))).toBe(0o700);
  const loaded = await deviceRecords(directory, log).load();
  expect(loaded.records).toEqual([device]);
  expect(loaded.skipped).toMatchObject([
    { reason: expect.stringContaining("not its file's") as string },
  ]);
});
