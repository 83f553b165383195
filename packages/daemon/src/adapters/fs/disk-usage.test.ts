import { chmod, link, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { diskUsage } from "./disk-usage.ts";

const env = { PATH: process.env["PATH"] ?? "", LC_ALL: "C" };
const MIB = 1024 * 1024;
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "maestro-du-"));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test("what a tree takes, a file with two names once", async () => {
  const tree = join(root, "-a tree\nof two lines");
  await mkdir(join(tree, "deep/er"), { recursive: true });
  await writeFile(join(tree, "deep/er/large"), Buffer.alloc(3 * MIB, 1));
  await link(join(tree, "deep/er/large"), join(tree, "again"));
  const bytes = await diskUsage(env).of(tree);
  expect(bytes).toBeGreaterThanOrEqual(3 * MIB);
  expect(bytes).toBeLessThan(4 * MIB);
});

test("what cannot be told is unknown: a path that is not there, time that is up, no du", async () => {
  expect(await diskUsage(env).of(join(root, "nowhere"))).toBeNull();
  expect(await diskUsage({ PATH: root }).of(root)).toBeNull();
  const slow = join(root, "du");
  await writeFile(slow, "#!/bin/sh\necho 7 .\nexec sleep 1000\n");
  await chmod(slow, 0o755);
  expect(await diskUsage({ PATH: `${root}:${env.PATH}` }, 50).of(root)).toBeNull();
});
