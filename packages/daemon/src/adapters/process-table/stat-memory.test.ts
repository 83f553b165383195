import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, it } from "vitest";
import { StatMemory } from "./stat-memory.ts";

/** Forks when it is told to, and does nothing else. */
const FORKS_WHEN_TOLD = "while read -r line; do sleep 1000 & echo done; done";

describe.skipIf(process.platform !== "linux")("StatMemory", () => {
  let child: ChildProcess;
  afterEach(() => void process.kill(-(child.pid ?? 0), "SIGKILL"));

  it("answers the same row of a process that slept, and another one once it did anything", async () => {
    child = spawn("/bin/sh", ["-c", FORKS_WHEN_TOLD], {
      detached: true,
      stdio: ["pipe", "pipe", "inherit"],
    });
    const pid = child.pid ?? 0;
    const tell = async (): Promise<void> => {
      child.stdin?.write("\n");
      await once(child.stdout!, "data");
    };
    await tell();
    const memory = new StatMemory();
    expect(memory.isUnchanged(pid)).toBe(false);
    // Behind its last word it goes back to sleep, which its file tells as well.
    await expect
      .poll(() => memory.read(pid) === memory.read(pid) && sleeps(memory, pid))
      .toBe(true);
    const asleep = memory.read(pid);
    memory.endLook();
    expect(memory.isUnchanged(pid)).toBe(true);
    expect(memory.read(pid)).toBe(asleep);
    await tell();
    expect(memory.isUnchanged(pid)).toBe(false);
    expect(memory.read(pid)).toMatchObject({ pid, started: asleep?.started });
    memory.endLook();
    memory.endLook();
    expect(memory.isUnchanged(pid)).toBe(false);
  });

  function sleeps(memory: StatMemory, pid: number): boolean {
    return memory.read(pid)?.sleeps === true;
  }
});
