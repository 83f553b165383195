import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sessionId } from "../../domain/support/a-session.ts";
import { Pipe } from "./pipe.ts";
import { RuntimeDirectory } from "./runtime-directory.ts";

const ID = sessionId(1);
const ENDED = ["Z", null];

// Found by interleavings, seed 21: a helper slept in a worktree for good and kept it from going.
describe.runIf(process.platform === "linux")("a helper whose input nobody opened", () => {
  let root: string;
  let runtime: RuntimeDirectory;
  let pipe: Pipe;
  let helper: ChildProcess;
  let reader: number;

  beforeEach(async () => {
    root = await mkdtemp(`${tmpdir()}/maestro-pipe-`);
    runtime = await RuntimeDirectory.open(root, { historyLimit: 10 });
    const { directory } = runtime.pathsOf(ID);
    await mkdir(directory);
    pipe = await Pipe.open(directory, 1);
    helper = spawn("sh", ["-c", pipe.helperLine], { stdio: ["pipe", "ignore", "ignore"] });
    reader = await childOf(helper.pid ?? 0);
  });
  afterEach(async () => {
    await pipe.close();
    if ((await stateOf(reader)) === "S") process.kill(reader, "SIGKILL");
    await rm(root, { recursive: true, force: true });
  });

  test("goes when the pipe is closed", async () => {
    await expect.poll(() => stateOf(reader)).toBe("S");
    await pipe.close();
    helper.stdin?.end();
    await expect.poll(() => stateOf(reader)).toBeOneOf(ENDED);
    await expect.poll(() => stateOf(helper.pid ?? 0)).toBeOneOf(ENDED);
  });

  test("goes when what a killed daemon left of its terminal is cleared", async () => {
    await expect.poll(() => stateOf(reader)).toBe("S");
    await runtime.remove(ID);
    helper.stdin?.end();
    await expect.poll(() => stateOf(reader)).toBeOneOf(ENDED);
    await expect.poll(() => stateOf(helper.pid ?? 0)).toBeOneOf(ENDED);
  });
});

/** The process that the helper's shell starts to read what is typed. */
async function childOf(pid: number): Promise<number> {
  for (;;) {
    const child = Number.parseInt(await readFile(`/proc/${pid}/task/${pid}/children`, "utf8"), 10);
    if (child > 0) return child;
  }
}

/** `S` sleeps, `Z` has ended and is not buried yet; null where it is gone. */
async function stateOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => null);
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[0] ?? null;
}
