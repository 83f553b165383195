import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ROOT } from "../documentation/pages.ts";

// What ./maestro and ./test do before there is anything to test with: tools/setup.sh.
const SETUP = join(ROOT, "tools/setup.sh");
const exec = promisify(execFile);

let root: string;
let bin: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "maestro-set-up-"));
  bin = join(root, "bin");
  await mkdir(bin);
  for (const tool of ["sh", "cat", "cksum", "find", "head", "mkdir", "mv", "rm"]) {
    await symlink(await placeOf(tool), join(bin, tool));
  }
  await program("node", "echo v20.19.0");
  await program("npm", "exit 0");
  await program("git", "echo git version 2.39.5");
  await program("tmux", "echo tmux 3.3a");
  await program("id", "echo 1000");
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** A program of this machine, which has nothing else. */
const program = (name: string, script: string) =>
  writeFile(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });

/** Runs shell lines behind the set-up's functions, without a terminal. */
async function sh(lines: string): Promise<{ code: number; stdout: string; stderr: string }> {
  const words = ["-c", `set -eu\n. "${SETUP}"\n${lines}`];
  const options = { cwd: root, env: { PATH: bin, HOME: root } };
  return exec(join(bin, "sh"), words, options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
}

async function placeOf(tool: string): Promise<string> {
  return (await exec("/bin/sh", ["-c", 'command -v "$1"', "sh", tool])).stdout.trim();
}

describe("the tools", () => {
  test.each([
    ["tmux", "tmux 3.2", true],
    ["tmux", "tmux 3.10", true],
    ["tmux", "tmux next-3.6", true],
    ["tmux", "tmux master", true],
    ["tmux", "tmux 3.1c", false],
    ["tmux", "", false],
    ["git", "git version 2.39.3 (Apple Git-146)", true],
    ["git", "git version 3.0", true],
    ["git", "git version 2.30.9", false],
    ["node", "v22.1.0", true],
    ["node", "v20.18.9", false],
    ["node", "v18.20.0", false],
  ])("%s that says %j is new enough: %s", async (tool, says, enough) => {
    await program(tool, `echo '${says}'`);
    expect((await sh(`${tool}_is_fine`)).code === 0).toBe(enough);
  });

  test("all there: nothing is said", async () => {
    expect(await sh("check_tools")).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("Node that is too old is named, and not replaced", async () => {
    await program("node", "echo v18.20.0");
    await program("apt-get", "echo touched; exit 1");
    const { code, stderr } = await sh("check_tools");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^maestro: Node\.js v18\.20\.0 is too old: 20\.19 or newer/);
  });

  test("where no package manager is known it says what to install", async () => {
    await rm(join(bin, "tmux"));
    expect(await sh("check_tools")).toMatchObject({
      code: 1,
      stderr: "maestro: please install: tmux\n",
    });
  });

  test("without a person to ask, the one command to run is named and not run", async () => {
    await rm(join(bin, "tmux"));
    await program("apt-get", "echo touched >&2");
    const alone = await sh("check_tools");
    expect(alone.stderr).toMatch(
      /^maestro: missing or too old: tmux\. As root run: apt-get .* tmux$/m,
    );
    await program("sudo", "echo touched >&2");
    const { code, stderr } = await sh("check_tools");
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^maestro: missing or too old: tmux\. Run: sudo sh -c 'apt-get .* tmux'$/m,
    );
    expect(alone.stderr + stderr).not.toContain("touched");
  });

  test("root has it installed, and is told by which command", async () => {
    await rm(join(bin, "tmux"));
    await program("id", "echo 0");
    await program(
      "apt-get",
      `case $1 in install) printf '#!/bin/sh\\necho tmux 3.4\\n' >"${bin}/tmux"; chmod +x "${bin}/tmux" ;; esac`,
    );
    await symlink(await placeOf("chmod"), join(bin, "chmod"));
    const { code, stderr } = await sh("check_tools");
    expect(code).toBe(0);
    expect(stderr).toMatch(/^maestro: installing tmux: apt-get update .* tmux$/m);
  });
});

describe("what npm installs and builds", () => {
  const calls = async (): Promise<string[]> => {
    const text = await readFile(join(root, "calls"), "utf8").catch(() => "");
    return text.split("\n").filter((line) => line !== "");
  };
  beforeEach(async () => {
    await writeFile(join(root, "package-lock.json"), "one");
    await program("npm", `echo "$*" >>"${root}/calls"; mkdir -p node_modules dist`);
  });

  test("once for each lock file, without what npm has to sell", async () => {
    await sh("install_dependencies");
    await sh("install_dependencies");
    expect(await calls()).toEqual([
      "ci --no-audit --no-fund --no-update-notifier --loglevel=error",
    ]);
    await writeFile(join(root, "package-lock.json"), "two");
    await sh("install_dependencies");
    expect(await calls()).toHaveLength(2);
  });

  test("what failed is said, and done again", async () => {
    await program("npm", `echo "$*" >>"${root}/calls"; mkdir -p node_modules; exit 1`);
    expect(await sh("install_dependencies")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/npm ci failed\n$/),
    });
    await sh("install_dependencies");
    expect(await calls()).toHaveLength(2);
  });

  test("a build is done where a source is newer than the last one", async () => {
    await mkdir(join(root, "packages"));
    await mkdir(join(root, "tools"));
    await writeFile(join(root, "package.json"), "{}");
    const source = join(root, "packages/a.ts");
    await writeFile(source, "");
    await program(
      "npm",
      `echo "$*" >>"${root}/calls"; : >dist/maestro.mjs; : >dist/maestro-daemon.mjs`,
    );
    const past = new Date(Date.now() - 60_000);
    for (const path of [source, "package.json", "package-lock.json"]) {
      await utimes(path.startsWith("/") ? path : join(root, path), past, past);
    }
    await sh("build_when_stale");
    await sh("build_when_stale");
    expect(await calls()).toEqual(["run -s build"]);
    const soon = new Date(Date.now() + 60_000);
    await utimes(source, soon, soon);
    await sh("build_when_stale");
    expect(await calls()).toHaveLength(2);
  });
});
