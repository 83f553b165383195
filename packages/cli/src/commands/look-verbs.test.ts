import { execFile } from "node:child_process";
import { appendFile, chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildProgram } from "../program.ts";
import { aSession } from "../support/a-session.ts";
import { FakeDaemon } from "../support/fake-daemon.ts";
import { runCli, startCli } from "../support/run-cli.ts";
import { until } from "../support/until.ts";
import { atLeast, parseVersion } from "./tool-version.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "maestro-look-"));
  await chmod(dir, 0o700);
});
afterEach(() => rm(dir, { recursive: true, force: true }));
const run = (...words: string[]) => runCli(words, { stateDir: dir });

describe("doctor", () => {
  test("a machine that has everything is fine; --json says the same", async () => {
    const { code, stdout } = await run("doctor");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ok +node: \d.*\nok +git: \d.*\nok +tmux: \d/);
    const found = JSON.parse((await run("doctor", "--json")).stdout);
    expect(found).toContainEqual({
      about: "daemon",
      verdict: "note",
      says: "not running",
      todo: "Start it: maestro up",
    });
  });

  test("C13 a state directory and a token that others can read are wrong", async () => {
    await writeFile(join(dir, "token"), "x", { mode: 0o644 });
    await chmod(dir, 0o755);
    const { code, stdout } = await run("doctor");
    expect(code).toBe(1);
    expect(stdout).toContain("chmod 700 ~\n");
    expect(stdout).toContain("chmod 600 ~/token\n");
  });

  test("what is missing is named with what to do", async () => {
    const { code, stdout } = await runCli(["doctor"], { stateDir: dir, env: { PATH: dir } });
    expect(code).toBe(1);
    expect(stdout).toMatch(/wrong +tmux: not found.*\n +Install tmux 3\.2 or newer/);
  });

  test.each([
    ["tmux 3.3a", "3.3a"],
    ["git version 2.39.3 (Apple Git-146)", "2.39.3"],
    ["tmux next-3.6", "3.6"],
    ["tmux master", null],
  ])("the version in %j", (said, version) => {
    expect(parseVersion(said)).toBe(version);
  });

  test.each([
    ["3.2", "3.2", true],
    ["3.2a", "3.2", true],
    ["3.10", "3.2", true],
    ["3.1c", "3.2", false],
    ["2.9", "3.2", false],
    ["20.19.0", "20.19", true],
    ["20.2.0", "20.19", false],
  ])("%s is at least %s: %s", (have, needed, enough) => {
    expect(atLeast(have, needed)).toBe(enough);
  });
});

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

describe("completion", () => {
  const exec = promisify(execFile);

  test("bash completes verbs, flags and the names of sessions", async () => {
    const daemon = await FakeDaemon.start();
    daemon.sessions = [
      aSession(),
      aSession({ id: "bbbb0000-0000-4000-8000-000000000002", metadata: { name: "$(x) y" } }),
    ];
    const { stdout: script } = await run("completion", "bash");
    // The script calls the program by its name, as a shell would.
    const complete = async (...words: string[]): Promise<string[]> => {
      const ask = `maestro() { "$NODE" "$CLI" "$@"; }
${script}
COMP_WORDS=(maestro "$@"); COMP_CWORD=$#; _maestro; printf '%s\\n' "\${COMPREPLY[@]}"`;
      const { CLI, cliEnv } = await import("../support/run-cli.ts");
      const env = { ...cliEnv({ stateDir: daemon.stateDir }), CLI, NODE: process.execPath };
      const { stdout } = await exec("bash", ["-c", ask, "bash", ...words], { env });
      return stdout.split("\n").filter((word) => word !== "");
    };
    expect(await complete("att")).toEqual(["attach"]);
    expect(await complete("kill", "--")).toEqual(["--force"]);
    expect(await complete("config", "")).toEqual(["path", "get", "set"]);
    expect(await complete("completion", "")).toEqual(["bash", "zsh", "fish"]);
    expect(await complete("attach", "")).toEqual(["quiet-otter", "bbbb0000"]);
    await daemon.stop();
  });

  test.each(["bash", "zsh", "fish"])("%s knows every verb that is not hidden", async (shell) => {
    const { stdout } = await run("completion", shell);
    const verbs = buildProgram().commands.map((command) => command.name());
    for (const verb of verbs.filter((name) => name !== "complete-sessions")) {
      expect(stdout).toMatch(new RegExp(`\\b${verb}\\b`));
    }
    expect(stdout).not.toMatch(/(command|-a) complete-sessions/);
  });

  test("another shell is a usage error; without a daemon there are no names", async () => {
    expect(await run("completion", "tcsh")).toMatchObject({ code: 2 });
    expect(await run("complete-sessions")).toEqual({ code: 0, stdout: "", stderr: "" });
  });
});

test("usage: help is 0, a mistake is 2 with a hint", async () => {
  expect(await run("--help")).toMatchObject({ code: 0 });
  expect(await run("ls", "--help")).toMatchObject({ code: 0 });
  expect(await run("--version")).toMatchObject({ code: 0, stdout: "0.1.0\n" });
  const { code, stderr } = await run("atach", "x");
  expect(code).toBe(2);
  expect(stderr).toContain("Did you mean attach?");
  expect(await run("attach")).toMatchObject({ code: 2 });
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
