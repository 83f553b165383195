import { execFile, execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Command } from "commander";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildProgram } from "../program.ts";
import { aSession } from "../support/a-session.ts";
import { FakeDaemon } from "../support/fake-daemon.ts";
import { CLI, cliEnv, runCli } from "../support/run-cli.ts";
import { completionScript, SHELLS } from "./completion-script.ts";
import { describeCommands } from "./describe-commands.ts";

const exec = promisify(execFile);
const program = buildProgram();
const script = (shell: (typeof SHELLS)[number]) =>
  completionScript(shell, describeCommands(program));

let daemon: FakeDaemon;
let env: Record<string, string>;
beforeAll(async () => {
  daemon = await FakeDaemon.start();
  const named = (n: number, name: string) =>
    aSession({
      id: `bbbb000${n}-0000-4000-8000-000000000000`,
      metadata: { name, name_source: "user" },
    });
  daemon.sessions = [
    aSession(),
    named(2, "$(x) y"),
    named(3, "twice"),
    named(4, "twice"),
    named(5, "-f"),
  ];
  // A shell finds the program by its name.
  const bin = join(daemon.stateDir, "bin");
  await mkdir(bin);
  const call = `#!/bin/sh\nexec "${process.execPath}" "${CLI}" "$@"\n`;
  await writeFile(join(bin, "maestro"), call, { mode: 0o755 });
  const { PATH = "", ...rest } = cliEnv({ stateDir: daemon.stateDir });
  env = { ...rest, PATH: `${bin}:${PATH}` };
});
afterAll(() => daemon.stop());

const SESSIONS = ["quiet-otter", "bbbb0002", "bbbb0003", "bbbb0004", "bbbb0005"];

/** What is typed, the last word unfinished, and the words that complete it. */
const TYPED: readonly (readonly [typed: string[], words: string[]])[] = [
  [["att"], ["attach"]],
  [["--sta"], ["--state-dir"]],
  [["--state-dir", "/x", "att"], ["attach"]],
  [["kill", "--f"], ["--force"]],
  [
    ["completion", ""],
    ["bash", "zsh", "fish"],
  ],
  [["attach", ""], SESSIONS],
  [["wait", "quiet-otter", "qui"], ["quiet-otter"]],
  [["wait", "--timeout", "3", "qui"], ["quiet-otter"]],
  [["report", "idle", "--session", "qui"], ["quiet-otter"]],
  [
    ["config", ""],
    ["path", "get", "set"],
  ],
  [["worktrees", "rec"], ["reclaim"]],
  [["worktrees", "reclaim", "--fo"], ["--force"]],
  [["rename", "worktrees", "rec"], []],
  [["help", "worktr"], ["worktrees"]],
];

describe("bash", () => {
  const complete = async (words: readonly string[]): Promise<string[]> => {
    const ask = `${script("bash")}
COMP_WORDS=(maestro "$@"); COMP_CWORD=$#; _maestro; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await exec("bash", ["-c", ask, "bash", ...words], { env });
    return stdout.split("\n").filter((word) => word !== "");
  };

  test.each(TYPED)("completes %j with %j", async (typed, words) => {
    expect(await complete(typed)).toEqual(words);
  });

  // Nothing of its own means that bash completes files.
  test.each([[["new", "-C", ""]], [["new", "--", "ki"]], [["wait", "--timeout", ""]]])(
    "leaves %j to files",
    async (typed) => {
      expect(await complete(typed)).toEqual([]);
    },
  );
});

describe.runIf(hasShell("fish"))("fish", () => {
  test.each(TYPED)("completes %j with %j", async (typed, words) => {
    const [last = "", ...before] = typed.toReversed();
    const line = ["maestro", ...before.toReversed(), last].join(" ");
    const ask = `${script("fish")}\ncomplete -C "$argv[1]"`;
    const { stdout } = await exec("fish", ["--no-config", "-c", ask, line], { env });
    const found = stdout.split("\n").map((row) => row.split("\t")[0] ?? "");
    expect(found.filter((word) => word !== "").toSorted()).toEqual(words.toSorted());
  });
});

test.runIf(hasShell("zsh"))(
  "zsh reads its script, and walks to the verb that is typed",
  async () => {
    // compdef is there only in a shell that completes.
    const ask = `compdef() { : }\n${script("zsh")}\n_maestro_at "worktrees reclaim"; print -l -- $flags`;
    const { stdout } = await exec("zsh", ["-f", "-c", ask], { env });
    expect(stdout.split("\n")[0]).toMatch(/^--force:save its whole state/);
  },
);

test("every verb and subverb is described, and what is not for people is not", () => {
  const paths = (command: Command, path: string[]): string[] =>
    command.commands.flatMap((sub) => {
      const here = [...path, sub.name()];
      return [here.join(" "), ...paths(sub, here)];
    });
  const described = describeCommands(program).map(({ path }) => path);
  expect(described.toSorted()).toEqual(
    ["", ...paths(program, []).filter((path) => path !== "complete-sessions")].sort(),
  );
});

test("another shell is a usage error; without a daemon there are no names", async () => {
  const dir = await mkdtemp(join(tmpdir(), "maestro-no-daemon-"));
  expect(await runCli(["completion", "tcsh"], { stateDir: dir })).toMatchObject({ code: 2 });
  expect(await runCli(["complete-sessions"], { stateDir: dir })).toEqual({
    code: 0,
    stdout: "",
    stderr: "",
  });
  for (const shell of SHELLS) {
    const { stdout } = await runCli(["completion", shell], { stateDir: dir });
    expect(stdout).toBe(`${script(shell)}\n`);
  }
  await rm(dir, { recursive: true });
});

function hasShell(shell: string): boolean {
  try {
    execFileSync(shell, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
