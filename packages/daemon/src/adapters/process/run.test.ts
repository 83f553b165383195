import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { run, type RunOutcome, type RunRequest } from "./run.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "maestro-run-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const ENV = { PATH: process.env["PATH"] ?? "/usr/bin:/bin" };

function shell(script: string, request: Partial<RunRequest> = {}): Promise<RunOutcome> {
  const whole = { file: "sh", args: ["-c", script], cwd: directory, env: ENV, timeoutMs: 30_000 };
  return run({ ...whole, ...request });
}

/** Resolves when a process is gone (or only its entry is left for its parent to collect). */
async function untilGone(pid: number): Promise<void> {
  for (;;) {
    try {
      if (/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"))) return;
    } catch {
      return;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("code, output and complaints of a child that ends", async () => {
  const outcome = await shell('cat; echo "$0" >&2; exit 3', { input: "in" });
  expect(outcome).toEqual({
    kind: "exited",
    code: 3,
    stdout: Buffer.from("in"),
    stderr: "sh\n",
  });
});

test("the child has the given environment and no other", async () => {
  const outcome = await run({
    file: "/usr/bin/env",
    args: [],
    env: { ONLY: "this" },
    timeoutMs: 30_000,
  });
  expect(outcome.kind === "exited" && outcome.stdout.toString()).toBe("ONLY=this\n");
});

test("a time-out ends the child and what it started", async () => {
  const outcome = await shell("sleep 300 & echo $! >pid; wait", { timeoutMs: 500 });
  expect(outcome).toEqual({ kind: "timed-out", stderr: "" });
  await untilGone(Number(readFileSync(join(directory, "pid"), "utf8")));
});

test.each([
  ["timed-out", { timeoutMs: 300 }],
  ["overflowed", { maxBytes: 1 }],
])("a child that no kill ends holds nobody up: %s", async (kind, request) => {
  // As a process is that sleeps in the kernel: the signal is sent and nothing happens.
  const kill = vi.spyOn(process, "kill").mockReturnValue(true);
  const outcome = await shell("echo $$ >pid; echo out; exec sleep 300", request);
  kill.mockRestore();
  expect(outcome).toMatchObject({ kind });
  const pid = Number(readFileSync(join(directory, "pid"), "utf8"));
  process.kill(pid, "SIGKILL");
  await untilGone(pid);
});

test("a child that ended is not held up by what it left behind", async () => {
  const script = "echo done; setsid sleep 300 & echo $! >pid; exit 0";
  const outcome = await shell(script, { timeoutMs: 20_000 });
  const pid = Number(readFileSync(join(directory, "pid"), "utf8"));
  expect(outcome).toMatchObject({ kind: "exited", code: 0, stdout: Buffer.from("done\n") });
  // What a hook starts on purpose goes on.
  process.kill(pid, "SIGKILL");
  await untilGone(pid);
});

test("output is handed over piece by piece until it is enough", async () => {
  let seen = 0;
  const outcome = await shell("yes", {
    onStdout: (chunk) => {
      seen += chunk.length;
      return seen > 100_000 ? "stop" : "more";
    },
  });
  expect(outcome).toEqual({ kind: "stopped" });
  expect(seen).toBeGreaterThan(100_000);
});

test("a reader that throws ends the child and is heard", async () => {
  const reading = shell("yes", {
    onStdout: () => {
      throw new Error("cannot read this");
    },
  });
  await expect(reading).rejects.toThrow("cannot read this");
});

test("more output than allowed ends the child", async () => {
  expect(await shell("yes", { maxBytes: 1000 })).toEqual({ kind: "overflowed" });
});

test("a child that is killed says by which signal", async () => {
  expect(await shell("kill -KILL $$")).toMatchObject({ kind: "signalled", signal: "SIGKILL" });
});

test.each([
  ["a missing program", { file: "/nonexistent/program" }],
  ["a missing directory", { cwd: "/nonexistent/directory" }],
  ["a NUL character in an argument", { args: ["a\0b"] }],
])("%s is a failure, not a throw", async (_, request) => {
  expect(await shell("true", request)).toMatchObject({ kind: "failed" });
});

test("a child that does not read its input is no failure", async () => {
  const outcome = await shell("exec <&-; exit 0", { input: Buffer.alloc(1_000_000) });
  expect(outcome).toMatchObject({ kind: "exited", code: 0 });
});
