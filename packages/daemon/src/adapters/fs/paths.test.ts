import { mkdir, mkdtemp, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { paths } from "./paths.ts";

let directory: string;
let device: number;
beforeEach(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), "maestro-paths-")));
  device = (await stat(directory)).dev;
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test("a directory is one, with its device, also through a link", async () => {
  await symlink(directory, join(directory, "link"));
  expect(await paths.directory(directory)).toEqual({ kind: "directory", device });
  expect(await paths.directory(join(directory, "link"))).toEqual({ kind: "directory", device });
});

test("what is no directory says why", async () => {
  await writeFile(join(directory, "file"), "");
  await symlink("/nowhere/at/all", join(directory, "dangling"));
  const reasons = await Promise.all(
    ["file", "missing", "dangling", "file/inside"].map((name) =>
      paths.directory(join(directory, name)),
    ),
  );
  expect(reasons).toMatchObject([
    { kind: "unusable", reason: "it is not a directory" },
    { kind: "unusable", reason: "it does not exist" },
    { kind: "unusable", reason: "it does not exist" },
    { kind: "unusable", reason: expect.stringContaining("ENOTDIR") as string },
  ]);
});

test("a path is gone where it is not there and what is left of it is on its device", async () => {
  const gone = join(directory, "deep", "er", "tree");
  expect(await paths.isGone(gone, device)).toBe(true);
  await mkdir(join(directory, "deep"));
  expect(await paths.isGone(gone, device)).toBe(true);
});

test("a path whose disk is away is not gone: what is left of it is on another device", async () => {
  expect(await paths.isGone(join(directory, "mount", "tree"), device + 1)).toBe(false);
  // A real second device, with nothing of ours on it.
  const other = (await stat("/proc")).dev;
  expect(other).not.toBe(device);
  expect(await paths.isGone("/proc/no-such-tree", device)).toBe(false);
  expect(await paths.isGone("/proc/no-such-tree", other)).toBe(true);
});

test("a path whose device nobody noted is never gone", async () => {
  expect(await paths.isGone(join(directory, "tree"), null)).toBe(false);
});

test("what is there is not gone, in whatever form", async () => {
  await writeFile(join(directory, "file"), "");
  await symlink("/nowhere/at/all", join(directory, "dangling"));
  for (const name of [".", "file", "dangling"]) {
    expect(await paths.isGone(join(directory, name), device)).toBe(false);
  }
});

test("a link to a disk that is away says nothing of what lies behind it", async () => {
  await symlink("/nowhere/at/all", join(directory, "disk"));
  expect(await paths.isGone(join(directory, "disk", "tree"), device)).toBe(false);
  const loop = join(directory, "loop");
  await symlink(loop, loop);
  expect(await paths.isGone(join(loop, "tree"), device)).toBe(false);
});
