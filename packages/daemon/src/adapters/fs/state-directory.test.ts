import {
  chown,
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sessionCodec } from "./session-record.ts";
import { finalScreens } from "./final-screens.ts";
import { logFile } from "./log-file.ts";
import { recordDirectory } from "./record-directory.ts";
import { replaceFile } from "./replace-file.ts";
import { spawnHistory } from "./spawn-history.ts";
import { openStateDirectory } from "./state-directory.ts";
import { aSession, sessionId } from "../../domain/support/a-session.ts";
import { writeDaemonFile } from "./daemon-file.ts";

let directory: string;
let stateDir: string;
let umask: number;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "maestro-state-"));
  stateDir = join(directory, "a", "state");
  umask = process.umask(0);
});
afterEach(async () => {
  process.umask(umask);
  await rm(directory, { recursive: true, force: true });
});

const modeOf = async (path: string): Promise<string> =>
  ((await stat(path)).mode & 0o7777).toString(8);

const ENTRY = { directory: "/work", repo: null, command: "", name: null, branch: null, at: 1 };
const historyAt = (path: string) => spawnHistory({ path, keepDays: 90, now: () => 1 });
const DAEMON = { pid: 1, url: null, socket: "/s", version: "1" };

test("C13 directories are 0700 and files 0600, whatever the umask", async () => {
  const state = await openStateDirectory(stateDir);
  const log = logFile(state.log);
  log.info("hello");
  const records = recordDirectory(state.sessions, sessionCodec, log);
  await records.load();
  await records.write(aSession());
  await finalScreens(state.sessions).write(sessionId(1), {
    cols: 2,
    rows: 2,
    bytes: Buffer.from("x"),
  });
  await historyAt(state.history).append(ENTRY);
  await writeDaemonFile(state.daemonFile, DAEMON);
  const modes = {
    root: await modeOf(state.root),
    sessions: await modeOf(state.sessions),
    record: await modeOf(join(state.sessions, `${sessionId(1)}.json`)),
    screen: await modeOf(join(state.sessions, `${sessionId(1)}.screen`)),
    history: await modeOf(state.history),
    log: await modeOf(state.log),
    daemon: await modeOf(state.daemonFile),
  };
  expect(modes).toEqual({
    root: "700",
    sessions: "700",
    record: "600",
    screen: "600",
    history: "600",
    log: "600",
    daemon: "600",
  });
});

test("C13 a looser directory of ours is tightened", async () => {
  await mkdir(stateDir, { recursive: true });
  await chmod(stateDir, 0o777);
  await openStateDirectory(stateDir);
  expect(await modeOf(stateDir)).toBe("700");
});

test.skipIf(userInfo().uid !== 0)(
  "C13 somebody else's directory is refused, and left as it is (needs root to set up)",
  async () => {
    await mkdir(stateDir, { recursive: true });
    await chmod(stateDir, 0o777);
    await chown(stateDir, 12_345, 12_345);
    await expect(openStateDirectory(stateDir)).rejects.toMatchObject({ code: "io_failed" });
    expect(await modeOf(stateDir)).toBe("777");
    const link = join(directory, "link");
    await symlink(stateDir, link);
    await expect(openStateDirectory(link)).rejects.toMatchObject({ code: "io_failed" });
  },
);

test.each([
  ["a file", (path: string) => writeFile(path, "mine")],
  ["a link to nowhere", (path: string) => symlink("/nowhere/at/all", path)],
  ["a link to itself", (path: string) => symlink(path, path)],
])("C13 %s in the place of the state directory is refused with a sentence", async (_name, put) => {
  await mkdir(join(directory, "a"));
  await put(stateDir);
  await expect(openStateDirectory(stateDir)).rejects.toMatchObject({
    code: "io_failed",
    message: expect.stringContaining("MAESTRO_STATE_DIR") as string,
  });
});

test("C13 a link to a directory of ours is that directory", async () => {
  await mkdir(stateDir, { recursive: true });
  const link = join(directory, "link");
  await symlink(stateDir, link);
  expect((await openStateDirectory(link)).root).toBe((await openStateDirectory(stateDir)).root);
});

test("C13 nothing is written through a link that lies where a file of ours belongs", async () => {
  const state = await openStateDirectory(stateDir);
  await mkdir(state.sessions);
  const victim = join(directory, "victim");
  await writeFile(victim, "untouched");
  const id = sessionId(1);
  for (const path of [
    state.history,
    state.log,
    state.daemonFile,
    state.bootId,
    join(state.sessions, `${id}.json`),
    join(state.sessions, `${id}.screen`),
    join(state.sessions, `${id}.json.tmp`),
  ]) {
    await symlink(victim, path);
  }
  expect(() => logFile(state.log)).toThrow("ELOOP");
  await expect(historyAt(state.history).append(ENTRY)).rejects.toThrow("ELOOP");
  const log = { info() {}, warn() {}, error() {} };
  await recordDirectory(state.sessions, sessionCodec, log).write(aSession());
  await finalScreens(state.sessions).write(id, { cols: 2, rows: 2, bytes: Buffer.from("x") });
  await writeDaemonFile(state.daemonFile, DAEMON);
  await replaceFile(state.bootId, "boot");
  expect(await readFile(victim, "utf8")).toBe("untouched");
});
