import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lockInstance } from "./instance-lock.ts";
import { type Child, childProgram, killAtOnce, startChild } from "./support/child-program.ts";

const PROGRAM = `
  import { openStateDirectory } from "./state-directory.ts";
  import { lockInstance } from "./instance-lock.ts";
  try {
    const state = await openStateDirectory(process.argv[2]);
    await lockInstance(state.root, process.argv[3]);
    console.log("won");
    process.stdin.resume();
  } catch (error) {
    console.log(error.code + ": " + error.message);
  }
`;

let directory: string;
let stateDir: string;
let program: string;
let children: Child[];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "maestro-lock-"));
  stateDir = join(directory, "state");
  program = childProgram(directory, PROGRAM);
  children = [];
});
afterEach(async () => {
  await Promise.all(children.map((child) => killAtOnce(child.process)));
  await rm(directory, { recursive: true, force: true });
});

async function start(path = stateDir, platform = process.platform): Promise<Child> {
  const child = await startChild(program, [path, platform]);
  children.push(child);
  return child;
}

test("C16 of ten that start at the same moment exactly one wins, and the others say why not", async () => {
  await Promise.all(Array.from({ length: 10 }, () => start()));
  const said = children.map((child) => child.said);
  expect(said.filter((line) => line === "won")).toHaveLength(1);
  expect(said.filter((line) => line.startsWith("already_running: Another daemon"))).toHaveLength(9);
});

test("C16 after kill -9 the next one starts at once", async () => {
  for (let round = 0; round < 3; round++) {
    const child = await start();
    expect(child.said).toBe("won");
    await killAtOnce(child.process);
  }
});

test("C16 a symlink to the state directory is the same state directory", async () => {
  await start();
  const link = join(directory, "link");
  await symlink(stateDir, link);
  const second = await start(link);
  expect(second.said).toContain("already_running");
});

test("C16 another state directory is another daemon's business", async () => {
  await start();
  const other = await start(join(directory, "other"));
  expect(other.said).toBe("won");
});

test("C16 a pid file that names a living process is in nobody's way", async () => {
  await mkdir(stateDir, { mode: 0o700 });
  await writeFile(join(stateDir, "daemon.pid"), `${process.pid}\n`);
  await writeFile(join(stateDir, "daemon.json"), JSON.stringify({ pid: process.pid }));
  const child = await start();
  expect(child.said).toBe("won");
});

test("C16 a lock that was released is free", async () => {
  await mkdir(stateDir);
  const lock = await lockInstance(stateDir, process.platform);
  await expect(lockInstance(stateDir, process.platform)).rejects.toMatchObject({
    code: "already_running",
  });
  await lock.release();
  const again = await lockInstance(stateDir, process.platform);
  await again.release();
});

test("C16 where there are no abstract sockets: held while somebody answers, free after kill -9", async () => {
  const first = await start(stateDir, "darwin");
  expect(first.said).toBe("won");
  const second = await start(stateDir, "darwin");
  expect(second.said).toContain("already_running");
  await killAtOnce(first.process);
  const third = await start(stateDir, "darwin");
  expect(third.said).toBe("won");
});
