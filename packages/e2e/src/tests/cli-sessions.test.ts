import type { ServerEvent, Session, WorktreeListing } from "@maestro/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CliHome } from "../support/cli-home.ts";
import { leaveWork, ScratchRepository } from "../support/scratch-repository.ts";
import { eventually } from "../support/test-daemon.ts";

let cli: CliHome;
let repository: ScratchRepository;

beforeAll(async () => {
  cli = await CliHome.make();
  repository = await ScratchRepository.make(cli);
  await cli.say("up");
});
afterAll(() => cli.destroy());

const show = (id: string): Promise<Session> => cli.json<Session>("show", id);
const untilScreen = (id: string, text: string | RegExp): Promise<string> =>
  eventually(async () => {
    const screen = await cli.say("screen", id);
    expect(screen).toMatch(text);
    return screen;
  });

test("new prints the id; ls, show and screen tell of the session", async () => {
  const id = await cli.say(
    "new",
    "-n",
    "first one",
    "-e",
    "GREETING=hello",
    "-c",
    "echo $GREETING; cat",
  );
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
  await untilScreen(id, /^hello/);
  const session = await show(id);
  expect(session).toMatchObject({ id, cwd: cli.home, env_names: ["GREETING"] });
  const listed = await cli.json<Session[]>("ls");
  expect(listed.map((one) => one.id)).toContain(id);
  const table = await cli.say("ls");
  expect(table).toContain("first one");
  expect(table).not.toContain("\u001B");
  expect(await cli.say("show", "first one")).toContain(id);
});

test("an argument list stays one: nothing is parsed again", async () => {
  const id = await cli.say("new", "--", "printf", "[%s]", "a b", "$HOME", ";", "--json");
  const screen = await untilScreen(id, "--json");
  expect(screen).toMatch(/^\[a b\]\[\$HOME\]\[;\]\[--json\]/);
});

test("-C starts elsewhere; a directory that is not there is a usage error", async () => {
  const id = await cli.say("new", "-C", repository.base, "--", "pwd");
  await untilScreen(id, repository.base);
  const { code, stderr } = await cli.run(["new", "-C", "/no/such/place", "--", "cat"]);
  expect(code).toBe(2);
  expect(stderr).toContain("/no/such/place");
});

test("send types text and Enter, from words and from standard input", async () => {
  const id = await cli.say(
    "new",
    "-c",
    'stty -echo; echo up; while read -r l; do echo "<$l>"; done',
  );
  await untilScreen(id, "up");
  await cli.say("send", id, "two", "words");
  await untilScreen(id, "<two words>");
  expect(await cli.run(["send", id, "-"], { input: "from stdin\n" })).toMatchObject({ code: 0 });
  await untilScreen(id, "<from stdin>");
  await cli.say("send", id, "--no-submit", "half");
  await cli.say("send", id, " whole");
  await untilScreen(id, "<half whole>");
});

test("a session is named by id, unique beginning or unique name; anything else is 3", async () => {
  const [a, b] = [
    await cli.say("new", "-n", "twin", "--", "cat"),
    await cli.say("new", "-n", "twin", "--", "cat"),
  ];
  expect((await show(a.slice(0, 13))).id).toBe(a);
  expect((await show(a.toUpperCase())).id).toBe(a);
  const ambiguous = await cli.run(["show", "twin"]);
  expect(ambiguous.code).toBe(3);
  expect(ambiguous.stderr).toContain(a.slice(0, 8));
  expect(ambiguous.stderr).toContain(b.slice(0, 8));
  await cli.say("rename", a, "only", "child");
  expect((await show("only child")).id).toBe(a);
  expect((await show("twin")).id).toBe(b);
  await cli.say("rename", a, "");
  expect((await show(a)).metadata["name"]).toBeUndefined();
  for (const verb of [["show"], ["screen"], ["kill"], ["rename", "x"], ["send", "x"]]) {
    const [name = "", ...rest] = verb;
    const { code, stderr } = await cli.run([name, "no-such-session", ...rest]);
    expect({ verb, code }).toEqual({ verb, code: 3 });
    expect(stderr).toContain("no-such-session");
  }
});

test("kill ends several and dismisses the dead; unsaved work is 4, says so, and force keeps it", async () => {
  const plain = await cli.say("new", "--", "cat");
  const dead = await cli.say("new", "--", "false");
  const worked = await cli.say("new", "-C", repository.base, "-w", "worked", "--", "cat");
  const { cwd } = await show(worked);
  await leaveWork(repository, cwd);
  const refused = await cli.run(["kill", plain, worked, dead, "nobody"]);
  expect(refused.code).toBe(4);
  expect(refused.stderr).toMatch(/1 changed file.*1 new file.*1 commit/s);
  expect(refused.stderr).toContain("new.txt");
  expect((await cli.run(["show", plain])).code).toBe(3);
  expect((await cli.run(["show", dead])).code).toBe(3);
  expect((await show(worked)).status).toBe("running");
  const [before] = await cli.json<WorktreeListing[]>("worktrees");
  expect(before).toMatchObject({ path: cwd, reason: null, session_id: worked });
  await cli.say("kill", "--force", worked);
  const kept = await cli.json<WorktreeListing[]>("worktrees", "ls");
  expect(kept).toMatchObject([{ path: cwd, branch: "worked", reason: "force-killed" }]);
  const table = await cli.say("worktrees");
  expect(table).toContain("worked");
  expect(table).toContain("1 changed, 1 new, 1 commit");
});

test("new -w takes an existing branch and a base, and passes git's refusal on", async () => {
  repository.git(repository.base, "branch", "there");
  const id = await cli.say("new", "-C", repository.base, "-w", "there", "--existing", "--", "cat");
  expect((await show(id)).worktree?.branch).toBe("there");
  const taken = await cli.run(["new", "-C", repository.base, "-w", "there", "--existing"]);
  expect(taken.code).toBe(1);
  expect(taken.stderr).toContain("there");
  expect((await cli.run(["new", "-C", repository.base, "-w", "a..b"])).code).toBe(2);
  const base = ["new", "-C", repository.base, "-w", "based", "--base", "main", "--", "cat"];
  expect((await show(await cli.say(...base))).worktree?.branch).toBe("based");
});

test("events prints one frame a line, from the snapshot on", async () => {
  const child = cli.start(["events", "--json"]);
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (more: string) => (text += more));
  const frames = (): ServerEvent[] =>
    text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as ServerEvent);
  await eventually(() => expect(frames()[0]?.type).toBe("sessions_snapshot"));
  const id = await cli.say("new", "--", "cat");
  await cli.say("kill", id);
  await eventually(() => {
    const about = frames().filter(
      (one) => ("session" in one ? one.session.id : "id" in one && one.id) === id,
    );
    expect(about.map(({ type }) => type)).toContain("session_removed");
    expect(about[0]?.type).toBe("session_added");
  });
  child.kill("SIGINT");
});

test("a hostile name cannot write to the terminal that lists it", async () => {
  const evil = "evil\u001B]0;title\u0007\u001B[31mred\u202Ename";
  const id = await cli.say("new", "-n", evil, "-c", "printf '\\033]0;owned\\007'; cat");
  for (const words of [["ls"], ["show", id], ["kill", id]]) {
    const { stdout, stderr } = await cli.run(words, { env: { FORCE_COLOR: "0" } });
    expect(stdout + stderr).not.toMatch(/[\u0007\u001B\u202E]/);
  }
});

test("NO_COLOR and a pipe keep colours out; the screen has them only when asked", async () => {
  const id = await cli.say("new", "-c", "printf '\\033[31mred\\033[m\\n'; cat");
  await untilScreen(id, "red");
  for (const words of [["ls"], ["show", id], ["screen", id], ["status"], ["doctor"]]) {
    const { stdout } = await cli.run(words, { env: { NO_COLOR: "1" } });
    expect(stdout).not.toContain("\u001B");
  }
  expect(await cli.say("screen", "--ansi", id)).toMatch(/\[[0-9;]*31mred/);
  expect(await cli.json<{ content: string }>("screen", id)).toMatchObject({ format: "text" });
});

test("a session that ended is shown with how it ended, and takes no text", async () => {
  const id = await cli.say("new", "-c", "echo gone; exit 7");
  await eventually(async () => expect((await show(id)).settled).toBe(true));
  expect(await cli.say("ls")).toMatch(/7/);
  expect(await cli.say("screen", id)).toMatch(/^gone/);
  expect((await cli.run(["send", id, "x"])).code).toBe(1);
});
