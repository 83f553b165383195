import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DAEMON, TestDaemon } from "../support/test-daemon.ts";

let daemon: TestDaemon;

beforeEach(async () => {
  daemon = await TestDaemon.start();
});
afterEach(() => daemon.destroy());

interface Attempt {
  readonly child: ChildProcess;
  readonly line: { readonly ready?: true; readonly error?: { code: string; message: string } };
}

/** Starts one more daemon and waits for what it says. */
async function attempt(env: Readonly<Record<string, string>> = {}): Promise<Attempt> {
  const child = spawn(process.execPath, [DAEMON], {
    env: { ...daemon.env, ...env },
    cwd: daemon.home,
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const said = await text(child.stdio[3] as NodeJS.ReadableStream);
  return { child, line: JSON.parse(said) as Attempt["line"] };
}

test("C16 of ten daemons started at once one wins; the others say so and touch nothing", async () => {
  await daemon.crash();
  const attempts = await Promise.all(Array.from({ length: 10 }, () => attempt()));
  const winners = attempts.filter(({ line }) => line.ready === true);
  expect(winners).toHaveLength(1);
  for (const { line, child } of attempts.filter(({ line: { ready } }) => ready !== true)) {
    expect(line.error?.code).toBe("already_running");
    expect(line.error?.message).toContain("maestro status");
    if (child.exitCode === null) await once(child, "exit");
  }
  const record = JSON.parse(await readFile(join(daemon.stateDir, "daemon.json"), "utf8")) as {
    pid: number;
  };
  expect(record.pid).toBe(winners[0]?.child.pid);
  winners[0]?.child.kill("SIGKILL");
});

test("C16 a running daemon is not disturbed: not by a link to its directory, nor another port", async () => {
  const session = await daemon.create({ command: "echo up; exec cat" });
  const link = join(daemon.home, "link");
  await symlink(daemon.stateDir, link);
  const before = await readFile(join(daemon.stateDir, "daemon.json"), "utf8");
  for (const env of [{ MAESTRO_STATE_DIR: link }, { MAESTRO_STATE_DIR: `${daemon.stateDir}/.` }]) {
    const { line } = await attempt(env);
    expect(line.error?.code).toBe("already_running");
  }
  expect(await readFile(join(daemon.stateDir, "daemon.json"), "utf8")).toBe(before);
  await daemon.untilScreen(session.id, "up");
});

test("C16 a record that names a living stranger does not block; nor does a kill -9 just before", async () => {
  const session = await daemon.create({ command: "echo up; exec cat" });
  await daemon.crash();
  const file = join(daemon.stateDir, "daemon.json");
  const record = JSON.parse(await readFile(file, "utf8")) as { pid: number };
  await writeFile(file, JSON.stringify({ ...record, pid: process.pid }));
  await daemon.up();
  await daemon.crash();
  await daemon.up();
  expect(await daemon.untilScreen(session.id, "up")).toMatch(/^up/);
});
