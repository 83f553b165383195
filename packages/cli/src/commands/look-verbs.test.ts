import { execFile } from "node:child_process";
import { appendFile, chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { aSession } from "../support/a-session.ts";
import { FakeDaemon } from "../support/fake-daemon.ts";
import { runCli, startCli } from "../support/run-cli.ts";
import { until } from "../support/until.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "maestro-look-"));
  await chmod(dir, 0o700);
});
afterEach(() => rm(dir, { recursive: true, force: true }));
const run = (...words: string[]) => runCli(words, { stateDir: dir });

const entry = (msg: string) => `{"level":30,"time":1793959200000,"pid":1,"msg":"${msg}","id":"x"}`;

describe("logs", () => {
  test("the last lines, for a person or as they are", async () => {
    await writeFile(
      join(dir, "daemon.log"),
      `${entry("one")}\n${entry("two")}\nno json \u001b[31m\n`,
    );
    expect((await run("logs", "-n", "2")).stdout).toBe(
      "2026-11-06T10:00:00.000Z  info   two  id=x\nno json �[31m\n",
    );
    expect((await run("logs", "-n", "3", "--json")).stdout).toMatch(/^{"level":30/);
    expect((await run("logs", "-n", "0")).stdout).toBe("");
    expect(await run("logs", "-n", "many")).toMatchObject({ code: 2 });
  });

  test("-f goes on with what is added, whole lines only, also in a new file", async () => {
    const log = join(dir, "daemon.log");
    await writeFile(log, "first\n");
    const child = startCli(["logs", "-f"], { stateDir: dir });
    let seen = "";
    child.stdout?.on("data", (chunk: Buffer) => (seen += chunk.toString()));
    const shows = (wanted: string) =>
      until(
        () => seen,
        (text) => text === wanted,
      );
    await shows("first\n");
    await appendFile(log, "second\nthi");
    await shows("first\nsecond\n");
    await appendFile(log, "rd\n");
    await shows("first\nsecond\nthird\n");
    await rm(log);
    await writeFile(log, "fresh\n");
    expect(await shows("first\nsecond\nthird\nfresh\n")).toContain("fresh");
    child.kill();
  });
});

test("usage: help is 0, a mistake is 2 with a hint", async () => {
  expect(await run("--help")).toMatchObject({ code: 0 });
  expect(await run("ls", "--help")).toMatchObject({ code: 0 });
  expect(await run("--version")).toMatchObject({ code: 0, stdout: "0.1.0\n" });
  expect(await run("atach", "x")).toEqual({
    code: 2,
    stdout: "",
    stderr: "maestro: unknown command 'atach'\n(Did you mean attach?)\nSee: maestro --help\n",
  });
  expect(await run("attach")).toMatchObject({ code: 2 });
});

test.each([
  [["kill", "--nonsense"], "unknown option '--nonsense'", "kill"],
  [["worktrees", "reclaim"], "missing required argument 'path'", "worktrees reclaim"],
  [["worktrees", "nonsense"], "unknown command 'nonsense'", "worktrees"],
  [["devices", "nonsense"], "unknown command 'nonsense'", "devices"],
  [["service", "nonsense"], "unknown command 'nonsense'", "service"],
  [["completion", "tcsh"], "Allowed choices are bash, zsh, fish", "completion"],
])("%j is a mistake, and it says where its help is", async (words, what, verb) => {
  const { code, stdout, stderr } = await run(...words);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^maestro: /);
  expect(stderr).toContain(what);
  expect(stderr).toContain(`\nSee: maestro ${verb} --help\n`);
});

test("help of a verb, and of one below it; of another it is a mistake", async () => {
  const reclaim = await run("help", "worktrees", "reclaim");
  expect(reclaim).toEqual(await run("worktrees", "reclaim", "--help"));
  expect(reclaim.stdout).toContain("Usage: maestro worktrees reclaim");
  expect(await run("help")).toEqual(await run("--help"));
  expect(await run("help", "nonsense")).toMatchObject({ code: 2, stdout: "" });
});

test("escape sequences in a word, or in what a daemon says, reach no terminal", async () => {
  const daemon = await FakeDaemon.start();
  daemon.sessions = ["1", "2"].map((n) =>
    aSession({
      id: `aaaa000${n}-0000-4000-8000-000000000000`,
      metadata: { name: "two\x1b]0;x\x07", name_source: "user" },
    }),
  );
  const show = (...words: string[]) => runCli(["show", ...words], { stateDir: daemon.stateDir });
  for (const words of [["a\x1b[31m"], ["x", "--\x1b[31m"]]) {
    const { stderr } = await show(...words);
    expect(stderr).toContain("\ufffd[31m");
    expect(stderr).not.toContain("\x1b");
  }
  const { code, stderr } = await show("aaaa");
  expect(code).toBe(3);
  expect(stderr).toContain("aaaa0001 two\ufffd]0;x\ufffd, aaaa0002");
  await daemon.stop();
});

test.runIf(process.platform === "linux")("a full disk is said, without a stack", async () => {
  const { CLI, cliEnv } = await import("../support/run-cli.ts");
  const words = ["-c", '"$0" "$1" --help >/dev/full', process.execPath, CLI];
  const failed = await promisify(execFile)("bash", words, { env: cliEnv({ stateDir: dir }) }).catch(
    (error: { code: number; stderr: string }) => error,
  );
  expect(failed).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^maestro: the output cannot be written: ENOSPC.*\n$/),
  });
});

test("events prints changes in words, and frames as they are", async () => {
  const daemon = await FakeDaemon.start();
  const session = aSession();
  const waits = aSession({ activity: "awaiting_input", activity_detail: "Which\u001b one?" });
  const frames = [
    { type: "sessions_snapshot", seq: "1", sessions: [session], worktrees: [] },
    {
      type: "session_updated",
      seq: "2",
      session: { ...session, last_activity_at: session.created_at },
    },
    { type: "session_updated", seq: "3", session: waits },
    { type: "session_removed", seq: "4", id: session.id },
  ];
  daemon.connected = (socket) => frames.forEach((frame) => socket.send(JSON.stringify(frame)));
  const listen = async (words: string[], lines: number): Promise<string[]> => {
    const child = startCli(words, { stateDir: daemon.stateDir });
    let seen = "";
    child.stdout?.on("data", (chunk: Buffer) => (seen += chunk.toString()));
    await until(
      () => seen,
      (text) => text.split("\n").length > lines,
    );
    child.kill();
    return seen.trimEnd().split("\n");
  };
  const words = await listen(["events"], 3);
  expect(words.map((line) => line.replace(/^[\d:]{8} {2}/, ""))).toEqual([
    "quiet-otter  Rests",
    "quiet-otter  Waits for you: Which� one?",
    "quiet-otter  is gone",
  ]);
  const raw = await listen(["events", "--json"], 4);
  expect(raw.map((line) => JSON.parse(line))).toEqual(frames);
  await daemon.stop();
});
