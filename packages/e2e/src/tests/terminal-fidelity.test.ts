import { execFile, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually, TestDaemon } from "../support/test-daemon.ts";
import { WatchedProgram } from "../support/watched-program.ts";

const run = promisify(execFile);
const has = (program: string): boolean => spawnSync(program, ["--version"]).error === undefined;
const editor = ["vim", "vi", "vim.tiny"].find(has);

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await TestDaemon.start();
});
afterAll(() => daemon.destroy());

/** The client shows what tmux has, once both have come to rest. */
async function agreesWithTmux(program: WatchedProgram): Promise<void> {
  await eventually(async () => {
    const { screen, cursor } = await program.tmux();
    const { cursorX, cursorY } = program.first.terminal.buffer.active;
    expect({ screen: program.first.screen, cursor: `${cursorX},${cursorY}` }).toEqual({
      screen,
      cursor,
    });
  }, 5_000);
}

async function longFile(name: string): Promise<string> {
  const path = join(daemon.home, name);
  const lines = Array.from({ length: 900 }, (_, at) => `line ${at + 1} ${"=".repeat(at % 90)}`);
  await writeFile(path, lines.join("\n"));
  return path;
}

test.skipIf(editor === undefined)(
  "an editor: windows, insertion, undo, a smaller client",
  async () => {
    const file = await longFile("edited.txt");
    const program = await WatchedProgram.start(daemon, [editor ?? "", "-Nu", "NONE", "-n", file]);
    await program.drive([
      { until: /^line 1$/m },
      { type: ":set number incsearch hlsearch\r", until: /^ +2 line 2 =/m },
      { type: "/line 50\r", until: "line 50 " },
      { type: "Oinserted\u001b", until: "inserted" },
    ]);
    await program.join({ cols: 61, rows: 17 });
    await program.first.untilSize(61, 17);
    await program.drive([
      { type: ":split\r", until: /edited\.txt.*\n[^]*edited\.txt/ },
      { type: "u", until: /1 line less/ },
    ]);
    await agreesWithTmux(program);
    program.first.type(":qa!\r");
    expect(await program.differences()).toEqual([]);
  },
);

test.skipIf(!has("less"))("a pager: forward, to the end, search, back", async () => {
  const program = await WatchedProgram.start(daemon, ["less", "-N", await longFile("read.txt")]);
  await program.drive([
    { until: /^ +1 line 1/m },
    { type: " ", until: /^ +40 line 40 /m },
    { type: "G", until: "line 900" },
    { type: "?line 7[0-9]5\r", until: "line 795" },
  ]);
  await program.join({ cols: 100, rows: 12 });
  await program.first.untilSize(100, 12);
  // less drops a key that it was just reading when the signal came.
  await program.first.untilScreen(/^ +795 line 795 [^]* line 805 =+\n:$/);
  await program.drive([{ type: "g", until: /^ +1 line 1/m }]);
  await agreesWithTmux(program);
  program.first.type("q");
  expect(await program.differences()).toEqual([]);
});

test.skipIf(!has("top"))("a screen that never rests", async () => {
  const program = await WatchedProgram.start(daemon, ["top", "-d", "0.1"]);
  // One key at a time, its effect seen: top takes what comes in one read for one key.
  await program.drive([
    { until: /load average/ },
    { type: "1", until: /%Cpu0/ },
    { type: "l", until: /^Tasks/ },
    { type: "l", until: /^top - / },
  ]);
  await program.join({ cols: 70, rows: 20 });
  await program.first.untilSize(70, 20);
  await program.join();
  program.first.type("q");
  expect(await program.differences()).toEqual([]);
  expect(program.late.length).toBe(10);
});

test("an interactive prompt with colours and previews", async () => {
  const program = await WatchedProgram.start(daemon, [process.execPath, "-i"], {
    env: { NODE_REPL_HISTORY: "", FORCE_COLOR: "1" },
  });
  await program.drive([
    { until: /^>$/m },
    { type: "Array.from({length: 150}, (_, i) => i * i)\r", until: /50 more items/ },
    { type: "({ text: 'grüße', n: 12n, re: /x/g })\r", until: /grüße', n: 12n/ },
    { type: "[1, 2, 3].ma", until: /3\].ma/ },
    { type: "\u0003", until: /^>$/m },
  ]);
  await agreesWithTmux(program);
  await program.join({ cols: 44, rows: 10 });
  program.first.type(".exit\r");
  expect(await program.differences()).toEqual([]);
});

test("a graph of commits in colour, longer than the screen", async () => {
  const repo = join(daemon.home, "repo");
  const git = (...args: string[]): Promise<unknown> =>
    run("git", ["-C", repo, "-c", "user.name=T", "-c", "user.email=t@x.invalid", ...args]);
  await run("git", ["init", "-q", "-b", "main", repo]);
  const commit = (text: string): Promise<unknown> =>
    git("commit", "-q", "--allow-empty", "-m", text);
  await commit("begin");
  for (let at = 0; at < 12; at++) {
    await git("checkout", "-q", "-b", `side-${at}`);
    await commit(`on side ${at}: ünïcödé 漢字`);
    await git("checkout", "-q", "main");
    await commit(`on main ${at}`);
    await git("merge", "-q", "--no-ff", "-m", `merge ${at}`, `side-${at}`);
  }
  const log =
    "git --no-pager log --graph --color=always --all --stat --decorate; printf 'read '; read -r end";
  const program = await WatchedProgram.start(daemon, ["/bin/sh", "-c", log], { cwd: repo });
  await program.drive([{ until: "read" }]);
  await program.join({ cols: 50, rows: 30 });
  await program.drive([{ type: "\r", until: "begin" }]);
  expect(program.first.lines.join("\n")).toContain("on side 11: ünïcödé 漢字");
  expect(await program.differences()).toEqual([]);
});

test("a build's progress bars, redrawn by returns and cursor moves", async () => {
  const script = `
    const bar = (n) => "[" + "#".repeat(n / 4) + "\\x1b[2m" + ".".repeat(25 - n / 4) + "\\x1b[0m]";
    process.stdout.write("\\n\\n\\n");
    let n = 0;
    const step = () => {
      process.stdout.write("\\x1b[3A");
      for (let job = 0; job < 3; job++)
        process.stdout.write("\\r\\x1b[K\\x1b[3" + (job + 1) + "mjob " + job + "\\x1b[39m " + bar(n) + " " + n + "%\\n");
      if (n % 20 === 0) process.stdout.write("\\x1b[3A\\x1b[Lcompiled " + n + "\\r\\x1b[1B\\x1b[3B");
      n++;
      if (n === 101) process.stdout.write("built\\n"), process.stdin.once("data", () => process.exit());
      else if ([11, 41, 81].includes(n)) process.stdin.once("data", step);
      else setTimeout(step, 3);
    };
    step();`;
  const program = await WatchedProgram.start(daemon, [process.execPath, "-e", script]);
  await program.drive([
    { until: /job 2.* 10%/ },
    { type: "\r", until: /job 2.* 40%/ },
    { type: "\r", until: /job 2.* 80%/ },
    { type: "\r", until: "built" },
  ]);
  await agreesWithTmux(program);
  await program.join({ cols: 30, rows: 24 });
  program.first.type("\r");
  expect(await program.differences()).toEqual([]);
});
