import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Session } from "@maestro/protocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import { put, ScratchRepository } from "../support/scratch-repository.ts";
import { liveTmuxSessions, stateFiles, tmux } from "../support/session-traces.ts";
import { TestDaemon } from "../support/test-daemon.ts";

let daemon: TestDaemon;

beforeEach(async () => {
  daemon = await TestDaemon.start();
});
afterEach(() => daemon.destroy());

const sidecar = ({ id }: Session): string => join(daemon.stateDir, "sessions", `${id}.json`);
const make = (name: string): Promise<Session> =>
  daemon.create({ command: `echo ${name} is up; exec cat`, name });
const get = ({ id }: Session): Promise<Session> => daemon.api.getSession({ params: { id } });
const restart = async (): Promise<void> => {
  await daemon.up();
  await daemon.recovered();
};

const MALFORMED: Readonly<Record<string, (text: string) => string>> = {
  empty: () => "",
  half: (text) => text.slice(0, text.length / 2),
  null: () => "null",
  list: () => "[]",
  "wrong types": (text) => text.replace('"cwd":"', '"cwd":5,"was":"'),
  NULs: () => "\0".repeat(512),
  "another id": (text) =>
    text.replace(/"id":"[^"]+"/, '"id":"0f9b6a52-6f0e-4b51-9a3c-2f4f5d1c7e01"'),
  huge: () => "[".repeat(50_000_000),
};

test("C14 a malformed record is kept aside, and its live terminal gets a small one", async () => {
  const kinds = Object.keys(MALFORMED);
  const sessions = await Promise.all(kinds.map((kind) => make(kind.replaceAll(" ", "-"))));
  const whole = await make("whole");
  await Promise.all(sessions.map(({ id }) => daemon.untilScreen(id, "is up")));
  await daemon.crash();
  const spoiled = new Map<string, string>();
  for (const [at, session] of sessions.entries()) {
    const text = await readFile(sidecar(session), "utf8");
    const bad = MALFORMED[kinds[at] ?? ""]?.(text) ?? "";
    expect(bad).not.toBe(text);
    spoiled.set(session.id, bad);
    await writeFile(sidecar(session), bad);
  }
  await restart();
  expect((await get(whole)).metadata["name"]).toBe("whole");
  const names = await stateFiles(daemon, "sessions");
  for (const session of sessions) {
    expect(await get(session)).toMatchObject({
      status: "running",
      cwd: "/",
      command: "",
      worktree: null,
      metadata: { name_source: "generated" },
    });
    await daemon.untilScreen(session.id, "is up");
    const aside = names.filter((name) => name.startsWith(`${session.id}.json.corrupt-`));
    expect(aside).toHaveLength(1);
    const kept = await readFile(join(daemon.stateDir, "sessions", aside[0] ?? ""), "utf8");
    expect(kept === spoiled.get(session.id)).toBe(true);
  }
  expect(await readFile(join(daemon.stateDir, "daemon.log"), "utf8")).toContain("corrupt-");
});

test("C14 a record of a newer version or beyond reading is left as it is, its terminal alone", async () => {
  const newer = await make("newer");
  const unreadable = await make("unreadable");
  const directory = await make("directory");
  await daemon.crash();
  const text = (await readFile(sidecar(newer), "utf8")).replace('"version":1', '"version":99');
  await writeFile(sidecar(newer), text);
  await rm(sidecar(unreadable));
  // A link to itself can be opened by nobody, root included.
  await symlink(`${unreadable.id}.json`, sidecar(unreadable));
  await rm(sidecar(directory));
  await mkdir(sidecar(directory));
  await restart();
  expect(await readFile(sidecar(newer), "utf8")).toBe(text);
  await expect(readFile(sidecar(unreadable))).rejects.toThrow("ELOOP");
  expect(await liveTmuxSessions(daemon)).toHaveLength(3);
  expect((await daemon.api.listSessions()).map(({ id }) => id)).toEqual([directory.id]);
});

test("C14 no other state file, however broken, keeps the daemon from starting", async () => {
  const repository = await ScratchRepository.make(daemon);
  const retained = await daemon.create({
    command: "echo mine >new.txt",
    worktree: { base_repo: repository.base, branch: "kept", create_branch: true },
  });
  await daemon.until(retained.id, ({ settled }) => settled === true);
  const session = await make("session");
  await daemon.crash();
  const [entry] = await readdir(join(daemon.stateDir, "worktrees"));
  for (const file of ["boot-id", "daemon.json", "spawn-history.jsonl", `worktrees/${entry}`]) {
    await writeFile(join(daemon.stateDir, file), "\0\0{");
  }
  await restart();
  expect((await get(session)).status).toBe("running");
  expect(repository.trees()).toEqual([retained.cwd]);
  expect((await stateFiles(daemon, "worktrees")).join()).toContain("corrupt-");
});

test("C14 with a broken token file the daemon says what to do instead of trusting everybody", async () => {
  await daemon.crash();
  await writeFile(join(daemon.stateDir, "token"), "");
  await expect(daemon.up()).rejects.toThrow(/token.*Remove it/);
  await rm(join(daemon.stateDir, "token"));
  await daemon.up();
  expect(daemon.token).toMatch(/^\S{40,}$/);
});

test("C13 directories are 0700 and files 0600 whatever the umask", async () => {
  const loose = process.umask(0);
  try {
    await daemon.crash();
    await restart();
  } finally {
    process.umask(loose);
  }
  const repository = await ScratchRepository.make(daemon);
  const worked = await daemon.create({
    command: "echo mine >new.txt",
    worktree: { base_repo: repository.base, branch: "modes", create_branch: true },
  });
  await daemon.until(worked.id, ({ settled }) => settled === true);
  await make("running");
  const entries = await readdir(daemon.stateDir, { recursive: true, withFileTypes: true });
  const open: string[] = [];
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (((await stat(path)).mode & 0o077) !== 0) open.push(path);
  }
  expect(open).toEqual([]);
  expect((await stat(daemon.stateDir)).mode & 0o777).toBe(0o700);
});

test("a changed boot id makes all dormant without asking tmux; a missing one asks", async () => {
  const boot = join(daemon.home, "boot_id");
  daemon.env["MAESTRO_BOOT_ID_FILE"] = boot;
  await writeFile(boot, "aaaaaaaa-0000-4000-8000-000000000001\n");
  await daemon.down();
  await rm(join(daemon.stateDir, "boot-id"));
  await restart();
  const session = await make("booted");
  const statusAfter = async (spoil: () => Promise<unknown>): Promise<string> => {
    await daemon.crash();
    await spoil();
    await restart();
    return (await get(session)).status;
  };
  expect(await statusAfter(() => writeFile(boot, ""))).toBe("running");
  expect(await statusAfter(() => rm(boot))).toBe("running");
  expect(await statusAfter(() => mkdir(boot))).toBe("running");
  expect(await statusAfter(() => rm(boot, { recursive: true }))).toBe("running");
  expect(await statusAfter(() => rm(join(daemon.stateDir, "boot-id")))).toBe("running");
  const next = "aaaaaaaa-0000-4000-8000-000000000002\n";
  expect(await statusAfter(() => writeFile(boot, next))).toBe("running");
  expect(await statusAfter(() => writeFile(boot, next.replace("2\n", "3\n")))).toBe("dormant");
  // Its tmux lives on here, since no host was rebooted: nobody asked it, nobody ended it.
  expect(await liveTmuxSessions(daemon)).toEqual([session.id]);
  expect(await get(session)).toMatchObject({ activity: "idle", exit: null, settled: null });
  const log = await readFile(join(daemon.stateDir, "daemon.log"), "utf8");
  expect(log).toMatch(/"sessions":1,.*the host was rebooted/);
  // Where only the id had changed, the next start finds what went on all the time.
  expect(await statusAfter(async () => {})).toBe("running");
  await daemon.untilScreen(session.id, "booted is up");
});

test("a dormant session whose directory is gone is pruned, unless its disk is merely away", async () => {
  const [gone, away, there] = await Promise.all(
    ["gone", "away", "there"].map(async (name) => {
      const cwd = join(daemon.home, name);
      await mkdir(cwd);
      return daemon.create({ command: ["cat"], cwd });
    }),
  );
  if (gone === undefined || away === undefined || there === undefined) throw new Error("none");
  await daemon.crash();
  for (const { id } of [gone, away, there]) await tmux(daemon, id, "kill-server");
  await rm(gone.cwd, { recursive: true });
  await rm(away.cwd, { recursive: true });
  const text = await readFile(sidecar(away), "utf8");
  // The device that the directory was on, as if another disk stood under its mount point now.
  await writeFile(sidecar(away), text.replace(/"cwd_device":\d+/, '"cwd_device":4242'));
  await restart();
  const left = (await daemon.api.listSessions()).map(({ id, status }) => [id, status]);
  expect(new Map(left as [string, string][])).toEqual(
    new Map([
      [away.id, "dormant"],
      [there.id, "dormant"],
    ]),
  );
  expect(await readFile(join(daemon.stateDir, "daemon.log"), "utf8")).toContain(gone.id);
});

test("foreign things in our runtime directory are no reason not to start", async () => {
  const session = await make("ours");
  const runtime = join(daemon.stateDir, "tmux");
  await daemon.crash();
  await put(join(runtime, "A".repeat(22), "server.json"), "{}");
  await put(join(runtime, "stray.sock"), "");
  await put(join(runtime, `${"B".repeat(22)}.sock`), "");
  await put(join(runtime, "dir.sock", "x"), "");
  await tmux(daemon, session.id, "new-session", "-d", "-s", "mine", "sleep 600");
  await restart();
  expect((await daemon.api.listSessions()).map(({ id }) => id)).toEqual([session.id]);
  await daemon.untilScreen(session.id, "ours is up");
});
