import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeFakeDaemonEntry } from "../support/fake-daemon-entry.ts";
import { runCli } from "../support/run-cli.ts";
import { parseDaemonRecord } from "./daemon-record.ts";
import { parseReadyLine } from "./ready-line.ts";

let root: string;
let stateDir: string;
let entry: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "maestro-start-"));
  stateDir = join(root, "state");
  entry = await writeFakeDaemonEntry(root);
});
afterEach(async () => {
  await run(["down"]);
  await rm(root, { recursive: true, force: true });
});

const run = (words: string[], env: Record<string, string> = {}) =>
  runCli(words, { stateDir, cwd: root, env: { MAESTRO_DAEMON_ENTRY: entry, HOME: root, ...env } });

/** What each daemon that was started saw of the world. */
async function started(): Promise<{ env: Record<string, string>; cwd: string }[]> {
  const files = (await readdir(stateDir)).filter((name) => name.startsWith("started-"));
  return Promise.all(
    files.map(async (name) => JSON.parse(await readFile(join(stateDir, name), "utf8"))),
  );
}

test("up starts a daemon once, prints where it is and a link, and says the same again", async () => {
  for (let i = 0; i < 2; i++) {
    const { code, stdout } = await run(["up"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^maestro is up at http:\/\/127\.0\.0\.1:1\nTo sign a browser in.*\/#code\n$/,
    );
  }
  expect(await started()).toHaveLength(1);
  expect((await stat(stateDir)).mode & 0o777).toBe(0o700);
});

test("a verb that needs one starts it, in a clean place, and ends without it", async () => {
  const inside = { MAESTRO_SESSION_ID: "s", MAESTRO_TICKET: "t", MAESTRO_URL: "u", KEPT: "k" };
  expect(await run(["ls", "--json"], inside)).toMatchObject({ code: 0, stdout: "[]\n" });
  const [seen] = await started();
  expect(seen?.cwd).toBe("/");
  expect(seen?.env).toMatchObject({ KEPT: "k", MAESTRO_STATE_DIR: stateDir });
  expect(seen?.env).not.toHaveProperty("MAESTRO_SESSION_ID");
  expect(seen?.env).not.toHaveProperty("MAESTRO_TICKET");
  expect(seen?.env).not.toHaveProperty("MAESTRO_URL");
});

test("C16 eight at once: one daemon, and every caller uses it", async () => {
  const results = await Promise.all(Array.from({ length: 8 }, () => run(["ls", "--json"])));
  for (const result of results) expect(result).toEqual({ code: 0, stdout: "[]\n", stderr: "" });
  const { stdout } = await run(["status", "--json"]);
  const { pid } = JSON.parse(stdout);
  expect(JSON.parse(await readFile(join(stateDir, "daemon.json"), "utf8")).pid).toBe(pid);
});

test.each([
  ["fails", "maestro: tmux is too old.\nHow to get it: maestro doctor\n"],
  ["dies", "maestro: The daemon ended before it was up.\n"],
])("a daemon that %s is 5, with the reason", async (how, stderr) => {
  expect(await run(["ls"], { FAKE_DAEMON: how })).toEqual({ code: 5, stdout: "", stderr });
});

test.runIf(process.platform === "linux")(
  "a state directory that cannot be made is 5, and no endless try",
  async () => {
    expect(await run(["--state-dir", "/proc/nothing/here", "up"])).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/^maestro: The state directory cannot be made: ENOENT/),
    });
  },
);

test("a record whose daemon is gone does not stand in the way", async () => {
  await run(["up"]);
  const { pid } = JSON.parse((await run(["status", "--json"])).stdout);
  process.kill(pid, "SIGKILL");
  await rm(join(stateDir, "lock"));
  await rm(join(stateDir, "daemon.sock"));
  expect(await run(["ls", "--json"])).toMatchObject({ code: 0, stdout: "[]\n" });
  expect(await started()).toHaveLength(2);
});

test.each([["status"], ["down"], ["doctor"], ["logs"]])("%s starts nothing", async (verb) => {
  const { code } = await run([verb]);
  expect(code).toBe({ status: 5, down: 0, doctor: 0, logs: 3 }[verb]);
  await expect(started()).rejects.toMatchObject({ code: "ENOENT" });
});

test("status says what it holds; down waits until it is gone and says that sessions go on", async () => {
  await run(["up"]);
  const { stdout } = await run(["status"]);
  expect(stdout).toContain("1 running, 2 ended, 3 dormant");
  const { pid } = JSON.parse((await run(["status", "--json"])).stdout);
  expect(await run(["down"])).toMatchObject({
    code: 0,
    stdout: "The daemon stopped. 1 session goes on.\n",
  });
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});

test("--state-dir says which, before the environment", async () => {
  const other = join(root, "other");
  await run(["--state-dir", other, "up"]);
  expect(await run(["status"])).toMatchObject({ code: 5 });
  const { stdout } = await run(["--state-dir", other, "status", "--json"]);
  expect(JSON.parse(stdout).state_dir).toBe(other);
  await run(["--state-dir", other, "down"]);
});

test.each([
  ['{"ready":true,"url":"u","socket":"s"}', { kind: "ready" }],
  ['{"error":{"code":"c","message":"m"}}', { kind: "failed", code: "c", message: "m" }],
])("the line %s", (line, parsed) => {
  expect(parseReadyLine(line)).toEqual(parsed);
});

test.each(["", "null", "{", "[]", '{"ready":"yes"}', '{"error":"no"}'])(
  "the line %j is a failure",
  (line) => {
    expect(parseReadyLine(line)).toMatchObject({ kind: "failed" });
  },
);

test.each(["", "{", "null", '{"pid":1,"socket":"s"}', '{"pid":"9","socket":"s"}', '{"pid":9}'])(
  "C14 the record %j is none",
  (text) => {
    expect(parseDaemonRecord(text)).toBeNull();
  },
);
