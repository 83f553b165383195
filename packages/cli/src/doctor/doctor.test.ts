import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runCli } from "../support/run-cli.ts";
import { atLeast, parseVersion } from "./tool-version.ts";

let dir: string;
let config: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "maestro-doctor-"));
  await chmod(dir, 0o700);
  config = join(dir, ".config/maestro/config.toml");
  await mkdir(dirname(config), { recursive: true });
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

  test("C14 records that were set aside are told, with where they are", async () => {
    const { stdout } = await run("doctor");
    expect(stdout).not.toContain("records:");
    await mkdir(join(dir, "sessions"));
    await mkdir(join(dir, "worktrees"));
    await writeFile(join(dir, "sessions", "a.json.corrupt-2026"), "{");
    await writeFile(join(dir, "worktrees", "b.json.corrupt-2026"), "{");
    await writeFile(join(dir, "worktrees", "c.json"), "{}");
    const { code, stdout: later } = await run("doctor");
    expect(code).toBe(0);
    expect(later).toContain(
      "note   records: 2 were malformed and set aside: ~/sessions/a.json.corrupt-2026\n",
    );
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

  test.each([
    ["port = 99999", "port: it must be a whole number from -1 to 65535"],
    ['port = "80"', "port: it must be a whole number from -1 to 65535"],
    ["listen = 3", "listen: it must be a text"],
    ['allow_insecure_listen = "yes"', "allow_insecure_listen: it must be true or false"],
    ["report_ttl_minutes = 0", "report_ttl_minutes: it must be a number above 0, up to 1440"],
    ['precious = ["a", ""]', "precious: it must be a list of texts, none of them empty"],
    ["[worktree]\nrun = 3", "worktree: run: it must be a list of texts, none of them empty"],
    ["worktree = true", "worktree: it must be a table: [worktree]"],
    ["a = 1\nport = = 1", "line 2: Invalid TOML document"],
  ])("a configuration of %j is wrong, and the key or the line is named", async (text, says) => {
    await writeFile(config, text);
    const { code, stdout } = await run("doctor");
    expect(code).toBe(1);
    expect(stdout).toContain(`wrong  config: ~/.config/maestro/config.toml: ${says}`);
  });

  test("a configuration that is a directory is wrong, and nothing else is kept back", async () => {
    await mkdir(config);
    const { code, stdout } = await run("doctor");
    expect(code).toBe(1);
    expect(stdout).toMatch(/wrong +config: .*EISDIR/);
    expect(stdout).toMatch(/daemon: not running/);
    expect(await run("config")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/config\.toml cannot be read: EISDIR/),
    });
  });

  test("a key that means nothing is worth a note", async () => {
    await writeFile(config, 'prot = 1\n[worktree]\ncopy = ["a"]\n');
    const { code, stdout } = await run("doctor");
    expect(code).toBe(0);
    expect(stdout).toMatch(/note +config: .* has keys that mean nothing: prot\n/);
  });

  test("a port that somebody else has is wrong", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    await writeFile(config, `port = ${port}\n`);
    const { code, stdout } = await run("doctor");
    expect(code).toBe(1);
    expect(stdout).toMatch(/wrong +port: .*EADDRINUSE.*\n +Free port \d+/);
    await new Promise((resolve) => server.close(resolve));
  });

  test("a file where the state directory belongs is in the way", async () => {
    const file = join(dir, "state");
    await writeFile(file, "");
    const words = ["--state-dir", file];
    expect((await run(...words, "doctor")).stdout).toMatch(/wrong .*~\/state is no directory/);
    expect(await run(...words, "ls")).toMatchObject({
      code: 5,
      stderr: expect.stringContaining("The state directory cannot be made: EEXIST"),
    });
  });
});
