import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeDirectory } from "./make-directory.ts";
import { readIfThere } from "./read-if-there.ts";
import { replaceFile } from "./replace-file.ts";

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "maestro-files-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test("directories are made as deep as needed, once, and private", async () => {
  const deep = join(root, "a/b/c");
  for (let round = 0; round < 50; round++) {
    await Promise.all(Array.from({ length: 8 }, () => makeDirectory(deep)));
    if (round < 49) await rm(join(root, "a"), { recursive: true });
  }
  await makeDirectory(deep);
  expect((await stat(join(root, "a"))).mode & 0o777).toBe(0o700);
  expect((await stat(deep)).mode & 0o777).toBe(0o700);
});

test.runIf(process.platform === "linux")(
  "where nothing can be made it fails, instead of trying for ever",
  async () => {
    await expect(makeDirectory("/proc/nothing/here")).rejects.toMatchObject({ code: "ENOENT" });
  },
);

test("a file in the way stays", async () => {
  const file = join(root, "file");
  await writeFile(file, "kept");
  await expect(makeDirectory(file)).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeDirectory(join(file, "below"))).rejects.toMatchObject({ code: "ENOTDIR" });
  expect(await readIfThere(file)).toBe("kept");
});

test("a file is replaced whole, with its mode, and nothing is left beside it", async () => {
  const path = join(root, "new/file");
  await replaceFile(path, "first");
  await chmod(path, 0o640);
  await replaceFile(path, "second", 0o640);
  expect(await readFile(path, "utf8")).toBe("second");
  expect((await stat(path)).mode & 0o777).toBe(0o640);
  await mkdir(join(root, "directory"));
  await expect(replaceFile(join(root, "directory"), "x")).rejects.toThrow(/EISDIR|directory/);
  expect(await readdir(root)).toEqual(["directory", "new"]);
  expect(await readdir(join(root, "new"))).toEqual(["file"]);
});

test("a file that is not there reads as null; what cannot be read is an error", async () => {
  expect(await readIfThere(join(root, "nothing"))).toBeNull();
  await expect(readIfThere(root)).rejects.toMatchObject({ code: "EISDIR" });
});
