import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FakeDaemon } from "../support/fake-daemon.ts";
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
const asked = (call: string) =>
  daemon.calls.filter(({ method, url }) => `${method} ${url.split("?")[0]}` === call);
const unsaved = {
  uncommitted: 1,
  untracked: 0,
  unpushed: 1,
  in_progress: null,
  unknown: null,
  truncated: false,
  samples: {
    uncommitted: ["a.txt"],
    untracked: [],
    unpushed: [{ id: "1234567", subject: "w1" }],
  },
  notes: [],
};

describe("worktrees ls", () => {
  test("says why each stays, with git's words where git refused", async () => {
    const row = {
      path: "/w/shop/fix",
      base_repo: "/shop",
      branch: "fix",
      session_id: "aaaa0000-0000-4000-8000-000000000001",
      session_name: "quiet-otter",
      reason: "removal-failed",
      detail: "it is locked: on usb",
      retained_at: "2026-11-02T10:00:00Z",
      unsaved_work: unsaved,
      size_bytes: 1_400_000_000,
    };
    const held = {
      ...row,
      path: "/w/shop/go",
      reason: null,
      detail: null,
      retained_at: null,
      size_bytes: null,
    };
    const later = { ...row, path: "/w/shop/new", reason: "of-tomorrow", detail: null };
    daemon.answers.set("GET /api/worktrees", [200, [row, held, later]]);
    const { code, stdout } = await run(["worktrees"]);
    expect(code).toBe(0);
    const [head, first, second, third] = stdout.split("\n");
    expect(head).toMatch(/^PATH +BRANCH +SESSION +UNSAVED +STAYS BECAUSE +FOR +SIZE$/);
    expect(first).toMatch(
      /^\/w\/shop\/fix +fix +quiet-otter +1 changed, 1 commit +git refused: it is locked: on usb +\d+ d +1\.4 GB$/,
    );
    expect(second).toMatch(/in use +\?$/);
    expect(third).toMatch(/of-tomorrow +\d+ d +1\.4 GB$/);
    const json = JSON.parse((await run(["worktrees", "ls", "--json"])).stdout);
    expect(json).toEqual([row, held, later]);
  });

  test("none is no failure", async () => {
    daemon.answers.set("GET /api/worktrees", [200, []]);
    expect(await run(["worktrees"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "No worktrees left behind.\n",
    });
  });
});

describe("worktrees reclaim", () => {
  test("asks for the whole path, and prints nothing where there was nothing to save", async () => {
    daemon.answers.set("POST /api/worktrees/reclaim", [200, { path: "/w", rescue_ref: null }]);
    const { code, stdout } = await run(["worktrees", "reclaim", "../w/"], { cwd: "/tmp" });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(asked("POST /api/worktrees/reclaim")[0]?.body).toEqual({ path: "/w", force: false });
  });

  test("a guarded one is refused with what it holds and what can be done", async () => {
    const error = { code: "worktree_guarded", message: "m", unsaved_work: unsaved };
    daemon.answers.set("POST /api/worktrees/reclaim", [409, error]);
    const { code, stdout, stderr } = await run(["worktrees", "reclaim", "/w/it's"]);
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
    expect(stderr).toBe(`Not reclaimed: this worktree holds unsaved work
  1 changed file, not committed
    a.txt
  1 commit, on no remote
    1234567 w1
To push the commits
  git -C '/w/it'\\''s' push -u origin HEAD
If you reclaim it by force
  Its whole state is first saved in the repository as a commit of its own, from where it can be
  brought back (maestro worktrees restore).
  maestro worktrees reclaim --force '/w/it'\\''s'
`);
  });

  test("where git could not tell, its reason stands", async () => {
    const unsaved_work = { ...unsaved, unknown: "cannot inspect /w: it is not there" };
    const error = { code: "worktree_guarded", message: "m", unsaved_work };
    daemon.answers.set("POST /api/worktrees/reclaim", [409, error]);
    const { code, stderr } = await run(["worktrees", "reclaim", "/w"]);
    expect(code).toBe(4);
    expect(stderr).toMatch(/^Not reclaimed: git could not tell .*\n {2}cannot inspect \/w: it is/);
  });

  test("a forced one says where the state went; one that cannot be saved says what to move", async () => {
    const rescue_ref = "refs/maestro/rescue/fix/20261102T100000000Z";
    daemon.answers.set("POST /api/worktrees/reclaim", [200, { path: "/w", rescue_ref }]);
    const done = await run(["worktrees", "reclaim", "/w", "--force"]);
    expect(done).toMatchObject({ code: 0, stdout: `${rescue_ref}\n` });
    expect(done.stderr).toContain("maestro worktrees restore fix/20261102T100000000Z\n");
    const message = "Not reclaimed: move tool/ away first";
    const error = { code: "worktree_guarded", message, unsaved_work: unsaved };
    daemon.answers.set("POST /api/worktrees/reclaim", [409, error]);
    expect(await run(["worktrees", "reclaim", "/w", "--force"])).toEqual({
      code: 4,
      stdout: "",
      stderr: `maestro: ${message}\n`,
    });
  });

  test.each([
    ["worktree_in_use", 409, 1],
    ["not_found", 404, 3],
    ["worktree_failed", 422, 1],
  ])("%s ends with the daemon's sentence", async (code, status, exit) => {
    daemon.answers.set("POST /api/worktrees/reclaim", [status, { code, message: "Because." }]);
    const ended = await run(["worktrees", "reclaim", "/w"]);
    expect(ended).toEqual({ code: exit, stdout: "", stderr: "maestro: Because.\n" });
  });
});

describe("saved states", () => {
  const state = {
    ref: "refs/maestro/rescue/fix/20261102T100000000Z",
    base_repo: "/shop",
    branch: "fix",
    head: "0".repeat(40),
    saved_at: "2026-11-02T10:00:00Z",
    files: 2,
  };
  const name = "fix/20261102T100000000Z";
  const rescued = (...states: object[]) =>
    daemon.answers.set("GET /api/worktrees/rescued", [200, states]);

  test("are listed by what restore takes", async () => {
    rescued(state, { ...state, files: 1, base_repo: "/other" });
    const { stdout } = await run(["worktrees", "rescued"]);
    expect(stdout.split("\n")[1]).toMatch(
      /^fix\/20261102T100000000Z {2}\/shop +2 files +\d+ d ago$/,
    );
    expect(stdout.split("\n")[2]).toMatch(/ {2}\/other +1 file /);
    expect(JSON.parse((await run(["worktrees", "rescued", "--json"])).stdout)).toHaveLength(2);
    rescued();
    expect(await run(["worktrees", "rescued"])).toMatchObject({ code: 0, stdout: "" });
  });

  test.each([
    ["fix", "Restored on fix."],
    [null, "Restored with a detached HEAD: its branch is in use or has moved since."],
  ])("restore prints the path and how to go on (branch %s)", async (branch, says) => {
    rescued(state);
    daemon.answers.set("POST /api/worktrees/restore", [200, { path: "/w/a b", branch }]);
    expect(await run(["worktrees", "restore", name])).toEqual({
      code: 0,
      stdout: "/w/a b\n",
      stderr: `${says}\nOpen a session there: maestro new -C '/w/a b'\n`,
    });
    expect(asked("POST /api/worktrees/restore")[0]?.body).toEqual({
      base_repo: "/shop",
      ref: state.ref,
    });
  });

  test("a repository that is said is asked, whether the daemon knows it or not", async () => {
    daemon.answers.set("POST /api/worktrees/restore", [200, { path: "/w", branch: null }]);
    await run(["worktrees", "restore", state.ref, "--repo", "code"], { cwd: "/tmp" });
    expect(asked("GET /api/worktrees/rescued")).toEqual([]);
    expect(asked("POST /api/worktrees/restore")[0]?.body).toEqual({
      base_repo: "/tmp/code",
      ref: state.ref,
    });
  });

  test("one that is not there, and one that several repositories hold, are not found", async () => {
    rescued(state, { ...state, base_repo: "/other" });
    expect(await run(["worktrees", "restore", "fix/other"])).toMatchObject({ code: 3 });
    const several = await run(["worktrees", "restore", name]);
    expect(several.code).toBe(3);
    expect(several.stderr).toContain("--repo: /shop, /other");
    expect(asked("POST /api/worktrees/restore")).toEqual([]);
  });

  test("forget drops nothing unasked", async () => {
    rescued(state);
    daemon.answers.set("DELETE /api/worktrees/rescued", [204]);
    const refused = await run(["worktrees", "forget", name]);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain("--yes");
    expect(asked("DELETE /api/worktrees/rescued")).toEqual([]);
    expect(await run(["worktrees", "forget", name, "--yes"])).toMatchObject({
      code: 0,
      stderr: `Dropped ${name}.\n`,
    });
    expect(asked("DELETE /api/worktrees/rescued")[0]?.url).toContain("base_repo=%2Fshop");
  });

  test("forget asks on a terminal, and no is no", async () => {
    rescued(state);
    const { stateDir } = daemon;
    const terminal = await OuterTerminal.run(["worktrees", "forget", name], { stateDir });
    const shows = (text: string) =>
      until(
        () => terminal.shows(),
        (shown) => shown.includes(text),
      );
    try {
      await shows("Drop it? [y/N]");
      await terminal.press("n", "Enter");
      expect(await shows("code=1")).toContain("Nothing dropped.");
      expect(asked("DELETE /api/worktrees/rescued")).toEqual([]);
    } finally {
      await terminal.close();
    }
  });
});
