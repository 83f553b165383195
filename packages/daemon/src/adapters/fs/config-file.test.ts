import { mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { configPath, readConfig } from "./config-file.ts";
import { makeFifo } from "./support/file-kinds.ts";

let directory: string;
let path: string;
const env = { HOME: "/home/me" };
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "maestro-config-"));
  path = join(directory, "config.toml");
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const DEFAULTS = {
  worktreesDir: "/home/me/.local/share/maestro/worktrees",
  port: 0,
  listen: "127.0.0.1",
  allowInsecureListen: false,
  allowedHosts: [],
  scrollbackLines: 10_000,
  rawTailBytes: 65_536,
  precious: [".env", ".env.*"],
};

test("a missing configuration is an empty one: only this machine is listened to", async () => {
  expect(await readConfig(path, env)).toMatchObject(DEFAULTS);
  await writeFile(path, "");
  expect(await readConfig(path, env)).toMatchObject(DEFAULTS);
});

test("what is configured counts", async () => {
  await writeFile(
    path,
    'worktrees_dir = "../trees"\nport = 4000\nprecious = []\nscrollback_lines = 0\nallowed_hosts = ["box"]\n',
  );
  expect(await readConfig(path, env)).toMatchObject({
    ...DEFAULTS,
    worktreesDir: "../trees",
    port: 4000,
    precious: [],
    scrollbackLines: 0,
    allowedHosts: ["box"],
  });
});

test.each<[string, RegExp, () => unknown]>([
  ["no TOML", /config\.toml/, () => writeFile(path, "port = = 1")],
  ["half a file", /config\.toml/, () => writeFile(path, 'listen = "127.0')],
  ["NUL bytes", /config\.toml/, () => writeFile(path, Buffer.alloc(64))],
  ["a value of a wrong type", /port/, () => writeFile(path, 'port = "80"')],
  ["a port that is none", /port/, () => writeFile(path, "port = 65536")],
  ["a pattern that is none", /precious\.0/, () => writeFile(path, "precious = [1]")],
  ["an empty directory", /worktrees_dir/, () => writeFile(path, 'worktrees_dir = ""')],
  ["a directory", /plain file/, () => mkdir(path)],
  ["a FIFO", /plain file/, () => makeFifo(path)],
  ["50 MB", /larger/, () => writeFile(path, "").then(() => truncate(path, 50 * 1024 * 1024))],
])(
  "C14 a configuration that is %s is refused, and the refusal says where",
  async (_name, says, spoil) => {
    await spoil();
    await expect(readConfig(path, env)).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringMatching(says) as string,
    });
  },
);

test.each([
  [{ XDG_CONFIG_HOME: "/x" }, "/x/maestro/config.toml"],
  [{ XDG_CONFIG_HOME: "" }, "/home/me/.config/maestro/config.toml"],
  [{ XDG_CONFIG_HOME: "relative" }, "/home/me/.config/maestro/config.toml"],
  [{}, "/home/me/.config/maestro/config.toml"],
])("with %j the configuration is looked for where XDG says", (given, found) => {
  expect(configPath({ ...env, ...given })).toBe(found);
});

test("a user may have the lines of repositories shown and not run", async () => {
  expect((await readConfig(path, env)).setUp.repositoryRun).toBe(true);
  await writeFile(path, "[worktree]\nrepository_run = false\n");
  expect((await readConfig(path, env)).setUp.repositoryRun).toBe(false);
});

test("worktrees are made where XDG says", async () => {
  expect((await readConfig(path, { ...env, XDG_DATA_HOME: "/d" })).worktreesDir).toBe(
    "/d/maestro/worktrees",
  );
  expect((await readConfig(path, { ...env, XDG_DATA_HOME: "" })).worktreesDir).toBe(
    DEFAULTS.worktreesDir,
  );
});
