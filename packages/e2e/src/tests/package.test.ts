import { execFile } from "node:child_process";
import { access, mkdir, readdir, symlink } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Session } from "@maestro/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CliHome } from "../support/cli-home.ts";
import { OuterTerminal } from "../support/outer-terminal.ts";

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const NPM_LIMIT_MS = 60_000;
const exec = promisify(execFile);

let cli: CliHome;
let installed: string;

/** Packs what the tests' set-up built, and installs it for a user who has nothing else. */
beforeAll(async () => {
  cli = await CliHome.make();
  const prefix = join(cli.home, "prefix");
  const packed = await npm("pack", "--json", "--ignore-scripts", "--pack-destination", cli.home);
  const [{ filename = "" } = {}] = JSON.parse(packed) as { filename?: string }[];
  const quiet = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund"];
  await npm("install", "--global", "--prefix", prefix, ...quiet, join(cli.home, filename));
  installed = join(prefix, "lib/node_modules/maestro");
  cli.program = join(prefix, "bin/maestro");
}, 2 * NPM_LIMIT_MS);
afterAll(() => cli.destroy());

async function npm(...words: string[]): Promise<string> {
  const env = { ...cli.env, npm_config_update_notifier: "false" };
  const options = { cwd: ROOT, env, timeout: NPM_LIMIT_MS, maxBuffer: 16 * 1024 * 1024 };
  return (await exec("npm", words, options)).stdout;
}

test("the package is one program, with no dependencies and nothing of its source", async () => {
  expect((await readdir(installed)).sort()).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "dist",
    "package.json",
  ]);
  expect((await readdir(join(installed, "dist"))).sort()).toEqual([
    "maestro-daemon.mjs",
    "maestro-hook.mjs",
    "maestro.mjs",
    "web",
  ]);
});

test("installed, it starts its daemon, runs and shows a session, and stops", async () => {
  const { url } = await cli.json<{ url: string }>("up");
  const id = await cli.say("new", "-n", "demo", "--", "cat");
  expect(await cli.say("ls")).toContain("demo");

  const terminal = await OuterTerminal.run(cli, ["attach", "demo"]);
  try {
    await terminal.type("said to it", "Enter");
    await terminal.until(/said to it\s+said to it/);
  } finally {
    await terminal.close();
  }
  expect(await cli.json<Session>("show", id)).toMatchObject({ status: "running" });

  const page = await fetch(url);
  const html = await page.text();
  expect(page.status).toBe(200);
  const parts = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = ""]) => path);
  expect(parts.length).toBeGreaterThan(3);
  const answers = await Promise.all(parts.map(async (path) => (await fetch(url + path)).status));
  expect(answers).toEqual(parts.map(() => 200));

  await cli.say("kill", "demo");
  expect(await cli.say("down")).toContain("The daemon stopped");
});

test("an agent's hooks call the installed program", async () => {
  const { stderr } = await cli.run(["hooks", "install", "codex", "--yes"]);
  const hook = join(installed, "dist/maestro-hook.mjs");
  await access(hook);
  expect(stderr).toContain(hook);
});

test.each([
  ["tmux", "git"],
  ["git", "tmux"],
])("without %s it says what to install", async (missing, present) => {
  const bin = join(cli.home, `without-${missing}`);
  await mkdir(bin);
  for (const tool of ["node", present]) await symlink(await placeOf(tool), join(bin, tool));
  const { code, stderr } = await cli.run(["up"], { env: { PATH: bin } });
  expect(code).toBe(5);
  expect(stderr).toMatch(new RegExp(`${missing} is not installed .*Install ${missing} \\d`));
  const doctor = await cli.run(["doctor"], { env: { PATH: bin } });
  expect(doctor.code).toBe(1);
  expect(doctor.stdout).toMatch(new RegExp(`^wrong +${missing}: .*\n +Install ${missing} `, "m"));
});

async function placeOf(tool: string): Promise<string> {
  for (const directory of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(directory, tool);
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  throw new Error(`there is no ${tool} here`);
}
