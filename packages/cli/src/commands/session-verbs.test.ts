import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { aSession } from "../support/a-session.ts";
import { FakeDaemon } from "../support/fake-daemon.ts";
import { displayWidth } from "../output/display-width.ts";
import { OuterTerminal } from "../support/outer-terminal.ts";
import { type CliCall, runCli } from "../support/run-cli.ts";
import { until } from "../support/until.ts";

let daemon: FakeDaemon;
beforeEach(async () => {
  daemon = await FakeDaemon.start();
});
afterEach(() => daemon.stop());

const run = (words: string[], call: Partial<CliCall> = {}) =>
  runCli(words, { stateDir: daemon.stateDir, ...call });
const otter = aSession({ id: "aaaa0000-0000-4000-8000-000000000001" });
const finch = aSession({
  id: "bbbb0000-0000-4000-8000-000000000002",
  metadata: { name: "loud finch" },
  activity: "awaiting_input",
  activity_detail: "Run rm -rf?",
  worktree: { path: "/w", base_repo: "/r", branch: "fix-1", base_commit: "c" },
});
const guarded = {
  code: "kill_guarded",
  message: "The worktree holds unsaved work.",
  unsaved_work: {
    uncommitted: 0,
    untracked: 0,
    unpushed: 1,
    in_progress: null,
    unknown: null,
    truncated: false,
    samples: { uncommitted: [], untracked: [], unpushed: [{ id: "1234567", subject: "w1" }] },
    notes: [],
  },
};

describe("ls", () => {
  test("lists those that wait first, without colours where nobody looks", async () => {
    daemon.sessions = [otter, finch];
    const { code, stdout, stderr } = await run(["ls"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).not.toContain("\x1b");
    const [head, first, second] = stdout.split("\n");
    expect(head).toMatch(/^ +NAME +STATE +SINCE +± +BRANCH +WHERE +ID$/);
    expect(first).toMatch(/^>_ {2}loud finch +Waits for you: Run rm -rf\? .* fix-1 .* bbbb0000$/);
    expect(second).toMatch(/^○ +quiet-otter +Rests .* \/home\/me\/shop +aaaa0000$/);
  });

  test("a terminal gets what fits it, or the width that was asked for", async () => {
    daemon.sessions = [otter, finch];
    for (const [env, head] of [
      [{}, /^ +NAME .* SINCE .* BRANCH .* ID$/m],
      [{ COLUMNS: "40" }, /^ +NAME +STATE +± +ID$/m],
    ] as const) {
      const terminal = await OuterTerminal.run(["ls"], { stateDir: daemon.stateDir, env });
      const seen = await until(
        () => terminal.shows(),
        (text) => text.includes("code=0"),
      );
      await terminal.close();
      expect(seen).toMatch(head);
      const rows = seen.slice(seen.indexOf("BEFORE"), seen.indexOf("code=0")).split("\n");
      const most = Math.max(...rows.map((row) => displayWidth(row)));
      expect(most).toBeLessThanOrEqual(Number("COLUMNS" in env ? env.COLUMNS : 80));
    }
  });

  test("--json prints what the daemon said", async () => {
    daemon.sessions = [otter];
    const { stdout } = await run(["ls", "--json"]);
    expect(JSON.parse(stdout)).toEqual([otter]);
  });

  test("an empty list is no failure and prints nothing for a script", async () => {
    expect(await run(["ls"])).toMatchObject({ code: 0, stdout: "" });
    expect(await run(["ls", "--json"])).toMatchObject({ code: 0, stdout: "[]\n" });
  });

  test("a locale without Unicode gets marks in ASCII", async () => {
    daemon.sessions = [otter];
    const { stdout } = await run(["ls"], { env: { LANG: "C" } });
    expect(stdout).toMatch(/\n- +quiet-otter/);
  });
});

describe("new", () => {
  beforeEach(() => void daemon.answers.set("POST /api/sessions", [201, otter]));

  test("passes a list on as a list, options of the command included, and prints the id", async () => {
    const { code, stdout } = await run(["new", "--", "sh", "-c", "echo 'a b'", "--json"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${otter.id}\n` });
    expect(daemon.calls.at(-1)?.body).toEqual({
      cwd: daemon.stateDir,
      command: ["sh", "-c", "echo 'a b'", "--json"],
    });
  });

  test("sends all that was asked for", async () => {
    const words = ["new", "-C", "/tmp", "-n", "my name", "-w", "fix-1", "--base", "origin/main"];
    const more = ["-e", "A=1=2", "-e", "B=", "-e", "FROM_HERE", "-c", "make | tee log", "--json"];
    const { stdout } = await run([...words, ...more], { env: { FROM_HERE: "here" } });
    expect(JSON.parse(stdout)).toEqual(otter);
    expect(daemon.calls.at(-1)?.body).toEqual({
      cwd: "/tmp",
      command: "make | tee log",
      env: { A: "1=2", B: "", FROM_HERE: "here" },
      name: "my name",
      worktree: { base_repo: "/tmp", branch: "fix-1", create_branch: true, base: "origin/main" },
    });
  });

  test("an existing branch, and no command: the user's shell", async () => {
    await run(["new", "-w", "old", "--existing"]);
    expect(daemon.calls.at(-1)?.body).toEqual({
      cwd: daemon.stateDir,
      worktree: { base_repo: daemon.stateDir, branch: "old", create_branch: false },
    });
  });

  test.each([
    [["new", "--existing"]],
    [["new", "--base", "main"]],
    [["new", "-w", "b", "--existing", "--base", "main"]],
    [["new", "-c", "true", "--", "true"]],
    [["new", "-e", "=1"]],
    [["new", "-e", "NOT_SET_ANYWHERE"]],
    [["new", "--no-such-option"]],
  ])("%j is a usage error, and the daemon is not asked", async (words) => {
    expect(await run(words)).toMatchObject({ code: 2, stdout: "" });
    expect(daemon.calls).toEqual([]);
  });
});

describe("naming a session", () => {
  test.each(["aaaa0000-0000-4000-8000-000000000001", "aa", "quiet-otter"])(
    "show finds it by %s",
    async (word) => {
      daemon.sessions = [otter, finch];
      const { code, stdout } = await run(["show", word, "--json"]);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toEqual(otter);
    },
  );

  test("what does not exist is 3, and so is what may be two", async () => {
    daemon.sessions = [otter, { ...finch, metadata: otter.metadata }];
    expect(await run(["show", "nothing"])).toMatchObject({ code: 3, stdout: "" });
    const two = await run(["show", "quiet-otter"]);
    expect(two.code).toBe(3);
    expect(two.stderr).toContain("aaaa0000 quiet-otter, bbbb0000 quiet-otter");
  });
});

describe("send", () => {
  const path = `POST /api/sessions/${otter.id}/input`;
  beforeEach(() => {
    daemon.sessions = [otter];
    daemon.answers.set(path, [200, { seq: "7" }]);
  });

  test.each([
    [["a;", "b"], { text: "a; b", submit: true }],
    [[""], { text: "", submit: true }],
    [["--no-submit", "x"], { text: "x", submit: false }],
    [["--", "-n", "x"], { text: "-n x", submit: true }],
    [["--", "--"], { text: "--", submit: true }],
    [["Enter"], { text: "Enter", submit: true }],
  ])("B01 %j arrives as it is", async (words, body) => {
    expect(await run(["send", "aaaa", ...words])).toMatchObject({ code: 0, stdout: "" });
    expect(daemon.calls.at(-1)?.body).toMatchObject(body);
  });

  test("- reads standard input, less the last line end where Enter follows", async () => {
    await run(["send", "aaaa", "-"], { input: "two\nlines\n" });
    expect(daemon.calls.at(-1)?.body).toMatchObject({ text: "two\nlines", submit: true });
    await run(["send", "aaaa", "-", "--no-submit"], { input: "two\nlines\n" });
    expect(daemon.calls.at(-1)?.body).toMatchObject({ text: "two\nlines\n", submit: false });
  });

  test("a session that does not run is a failure, with the daemon's words", async () => {
    daemon.answers.set(path, [409, { code: "not_running", message: "It ended." }]);
    expect(await run(["send", "aaaa", "x"])).toEqual({
      code: 1,
      stdout: "",
      stderr: "maestro: It ended.\n",
    });
  });
});

describe("kill", () => {
  beforeEach(() => {
    daemon.sessions = [otter, finch];
    daemon.answers.set(`DELETE /api/sessions/${otter.id}`, [204]);
    daemon.answers.set(`DELETE /api/sessions/${finch.id}`, [409, guarded]);
  });

  test("shows the guard and answers 4; the others are ended all the same", async () => {
    const { code, stdout, stderr } = await run(["kill", "loud finch", "quiet-otter"]);
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
    expect(stderr).toContain("Not ended: this worktree holds unsaved work");
    expect(stderr).toContain("1 commit, on no remote\n    1234567 w1");
    expect(stderr).toContain("git push -u origin fix-1");
    expect(stderr).toContain("maestro kill --force 'loud finch'");
    expect(stderr).toContain("Ended quiet-otter.");
  });

  test("forces only where asked", async () => {
    await run(["kill", "aaaa"]);
    await run(["kill", "--force", "aaaa"]);
    const urls = daemon.calls.filter(({ method }) => method === "DELETE").map(({ url }) => url);
    const plain = `/api/sessions/${otter.id}`;
    expect(urls).toEqual([plain, `${plain}?force=true`]);
  });

  test("unsaved work outranks what was not found", async () => {
    expect(await run(["kill", "nothing", "bbbb"])).toMatchObject({ code: 4 });
    expect(await run(["kill", "nothing", "aaaa"])).toMatchObject({ code: 3 });
  });
});

test("rename sends the words as one name", async () => {
  daemon.sessions = [otter];
  daemon.answers.set(`PATCH /api/sessions/${otter.id}`, [200, otter]);
  await run(["rename", "aaaa", "a", "new  name"]);
  expect(daemon.calls.at(-1)?.body).toEqual({ name: "a new  name" });
});

test("screen prints the content, with history and colours where asked", async () => {
  daemon.sessions = [otter];
  const shown = { cols: 80, rows: 24, cursor: { x: 0, y: 0 }, title: "", content: "one\ntwo" };
  daemon.answers.set(`GET /api/sessions/${otter.id}/screen`, [200, { format: "ansi", ...shown }]);
  const { stdout } = await run(["screen", "aaaa", "--scrollback", "5", "--ansi"]);
  expect(stdout).toBe("one\ntwo\n");
  expect(daemon.calls.at(-1)?.url).toBe(
    `/api/sessions/${otter.id}/screen?scrollback=5&format=ansi`,
  );
});

test("worktrees lists what is kept and why", async () => {
  const listing = {
    path: `${daemon.stateDir}/w/fix-1`,
    base_repo: "/r",
    branch: "fix-1",
    session_id: null,
    session_name: "loud finch",
    reason: "force-killed",
    detail: null,
    retained_at: "2026-11-02T10:00:00Z",
    unsaved_work: guarded.unsaved_work,
    size_bytes: null,
  };
  daemon.answers.set("GET /api/worktrees", [200, [listing]]);
  const { stdout } = await run(["worktrees"]);
  expect(stdout).toMatch(
    /\n~\/w\/fix-1 +fix-1 +loud finch +1 commit +You ended it with work in it /,
  );
  const { stdout: json } = await run(["worktrees", "ls", "--json"]);
  expect(JSON.parse(json)).toEqual([listing]);
});
