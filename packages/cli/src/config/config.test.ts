import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { parse } from "smol-toml";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { configFileOf, stateDirOf } from "../paths.ts";
import { runCli } from "../support/run-cli.ts";
import { setKey } from "./set-key.ts";

describe("setKey", () => {
  const before = `# mine
port = 1 # old
other = "kept"

[table]
port = 2
`;

  test("changes the line in place and leaves comments, order and tables", () => {
    expect(setKey(before, "port", 7717)).toBe(before.replace("port = 1 # old", "port = 7717"));
  });

  test("a new key comes before the first table", () => {
    const text = setKey(before, "listen", "127.0.0.1");
    expect(text).toContain('other = "kept"\n\nlisten = "127.0.0.1"\n[table]');
    expect(parse(text)).toMatchObject({ listen: "127.0.0.1", table: { port: 2 } });
  });

  test.each([
    ["", "port", 1, "port = 1\n"],
    ["a = 1", "port", 1, "a = 1\nport = 1\n"],
  ])("%j with a key more", (text, key, value, after) => {
    expect(setKey(text, key, value)).toBe(after);
  });

  test.each([
    'worktrees_dir = """\nover\nlines"""\nb = 1\n',
    '"worktrees_dir" = "quoted"\nb = 1\n',
    'b = """\nworktrees_dir = "text"\n"""\n',
  ])(
    "where the line cannot be changed in place, the values are right all the same (%#)",
    (text) => {
      const wanted = { ...parse(text), worktrees_dir: "new" };
      expect({ ...parse(setKey(text, "worktrees_dir", "new")) }).toEqual(wanted);
    },
  );

  test("any value comes back as it was", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        expect(parse(setKey("a = 1\n", "listen", value))["listen"]).toBe(value);
      }),
    );
  });
});

describe("paths", () => {
  test.each([
    [undefined, {}, "/home/me/.local/state/maestro"],
    [undefined, { XDG_STATE_HOME: "/s" }, "/s/maestro"],
    [undefined, { XDG_STATE_HOME: "relative" }, "/home/me/.local/state/maestro"],
    [undefined, { MAESTRO_STATE_DIR: "/m", XDG_STATE_HOME: "/s" }, "/m"],
    ["/asked", { MAESTRO_STATE_DIR: "/m" }, "/asked"],
  ])("state directory (%#)", (asked, env, dir) => {
    expect(stateDirOf(asked, env, "/home/me")).toBe(dir);
  });

  test("configuration", () => {
    expect(configFileOf({}, "/home/me")).toBe("/home/me/.config/maestro/config.toml");
    expect(configFileOf({ XDG_CONFIG_HOME: "/c" }, "/home/me")).toBe("/c/maestro/config.toml");
  });
});

describe("the verb", () => {
  let home: string;
  let file: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), "maestro-config-"));
    file = join(home, ".config/maestro/config.toml");
  });
  afterEach(() => rm(home, { recursive: true, force: true }));
  const run = (...words: string[]) => runCli(["config", ...words], { stateDir: home });

  test("set, get and path, from nothing", async () => {
    expect((await run("path")).stdout).toBe(`${file}\n`);
    expect(await run("get", "port")).toMatchObject({ code: 3 });
    expect(await run("set", "port", "7717")).toMatchObject({ code: 0 });
    expect(await run("set", "port", "-1")).toMatchObject({ code: 0 });
    expect(await run("set", "port", "7717")).toMatchObject({ code: 0 });
    expect(await run("set", "worktrees_dir", "~/trees")).toMatchObject({ code: 0 });
    expect((await run("get", "port")).stdout).toBe("7717\n");
    expect((await run("get")).stdout).toBe('port = 7717\nworktrees_dir = "~/trees"\n');
    expect(JSON.parse((await run("get", "--json")).stdout)).toEqual({
      port: 7717,
      worktrees_dir: "~/trees",
    });
    expect(await readdir(join(home, ".config/maestro"))).toEqual(["config.toml"]);
  });

  test("nothing set is said to a person, and is an empty table for a script", async () => {
    expect(await run()).toEqual({
      code: 0,
      stdout: "",
      stderr: "Nothing is set: the defaults hold.\n",
    });
    expect((await run("get", "--json")).stdout).toBe("{}\n");
  });

  test.each([
    ["a, b,", ["a", "b"]],
    ['["a, b", "c"]', ["a, b", "c"]],
    ["", []],
  ])("a list typed as %j", async (typed, list) => {
    expect(await run("set", "precious", typed)).toMatchObject({ code: 0 });
    expect(JSON.parse((await run("get", "precious", "--json")).stdout)).toEqual(list);
  });

  test.each([
    ["set", "precious", "[1]"],
    ["set", "precious", "[a"],
    ["set", "worktree", "x"],
    ["set", "colour", "blue"],
    ["set", "port", "many"],
    ["set", "port", "65536"],
    ["set", "listen", ""],
    ["get", "colour"],
    ["set", "__proto__", "1"],
  ])("%s %s %s is a usage error", async (...words) => {
    expect(await run(...words)).toMatchObject({ code: 2, stdout: "" });
  });

  test("a file that is no TOML is not written over", async () => {
    await mkdir(join(home, ".config/maestro"), { recursive: true });
    await writeFile(file, "port = = 1\n");
    expect(await run("set", "port", "1")).toMatchObject({ code: 1 });
    expect(await readFile(file, "utf8")).toBe("port = = 1\n");
  });
});
