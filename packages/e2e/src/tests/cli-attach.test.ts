import type { Session } from "@maestro/protocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CLI, CliHome } from "../support/cli-home.ts";
import { OuterTerminal } from "../support/outer-terminal.ts";
import { eventually } from "../support/test-daemon.ts";

let cli: CliHome;

beforeEach(async () => {
  cli = await CliHome.make();
});
afterEach(() => cli.destroy());

/** What says that a line was read by the program, not merely echoed. */
const ECHO = 'echo ready; while read -r l; do echo "got<$l>"; done';

async function expectLeftAsFound(terminal: OuterTerminal): Promise<void> {
  await terminal.until(/code=\d+\n(?:.*\n)?SAME/);
  const modes = "#{alternate_on} #{cursor_flag} #{mouse_any_flag} #{keypad_flag} #{origin_flag}";
  expect(await terminal.format(modes)).toBe("0 1 0 0 0");
  // Lines are edited and echoed again.
  await terminal.type("after", "Enter");
  await terminal.until(/after\n+after/);
}

test("attach shows the session, types into it, and leaves by Ctrl-\\ with the terminal as it was", async () => {
  const id = await cli.say("new", "-n", "mine", "-c", ECHO);
  const terminal = await OuterTerminal.run(cli, ["attach", "mine"]);
  await terminal.until("ready");
  await terminal.type("hello there", "Enter");
  await terminal.until("got<hello there>");
  await terminal.type("", "C-\\");
  await terminal.until("code=0");
  await terminal.until("It goes on");
  await expectLeftAsFound(terminal);
  expect(await cli.say("screen", id)).toContain("got<hello there>");
  expect((await cli.json<Session>("show", id)).status).toBe("running");
});

test("the program's modes do not stay behind: alternate screen, mouse, hidden cursor, paste", async () => {
  const modes = String.raw`printf '\033[?1049h\033[?1000h\033[?1006h\033[?25l\033[?2004h\033[?1h\033=inside'; stty raw -echo; cat >/dev/null`;
  await cli.say("new", "-n", "modes", "-c", modes);
  const terminal = await OuterTerminal.run(cli, ["attach", "modes"]);
  await terminal.until("inside");
  await eventually(async () => {
    expect(await terminal.format("#{alternate_on} #{mouse_any_flag}")).toBe("1 1");
  });
  await terminal.type("", "C-\\");
  await expectLeftAsFound(terminal);
});

test("another detach key leaves Ctrl-\\ to the program", async () => {
  await cli.say("new", "-n", "raw", "-c", "stty raw -echo; echo up; exec od -An -tx1 -v -w1");
  const terminal = await OuterTerminal.run(cli, ["attach", "raw", "--detach-key", "ctrl-]"]);
  await terminal.until("up");
  await terminal.type("", "C-\\");
  await terminal.until("1c");
  expect(await cli.say("screen", "raw")).toContain("1c");
  await terminal.type("", "C-]");
  await terminal.until("code=0");
});

test("two attach at once: both see and type, the smaller one rules, leaving hands the size back", async () => {
  const id = await cli.say("new", "-n", "shared", "-c", ECHO);
  const size = async (): Promise<string> => {
    const { cols, rows } = await cli.json<{ cols: number; rows: number }>("screen", id);
    return `${cols}x${rows}`;
  };
  const one = await OuterTerminal.run(cli, ["attach", id], { name: "one" });
  const two = await OuterTerminal.run(cli, ["attach", id], { name: "two" });
  await one.until("ready");
  await two.until("ready");
  await one.type("from one", "Enter");
  await two.until("got<from one>");
  await two.type("from two", "Enter");
  await one.until("got<from two>");
  await eventually(async () => expect(await size()).toBe("100x30"));
  await two.resize(70, 20);
  await eventually(async () => expect(await size()).toBe("70x20"));
  await two.type("", "C-\\");
  await two.until("code=0");
  await eventually(async () => expect(await size()).toBe("100x30"));
  await one.type("still", "Enter");
  await one.until("got<still>");
});

test("a session that ends while attached says how, and gives the terminal back", async () => {
  await cli.say("new", "-n", "ends", "-c", "echo ready; read -r l; echo bye; exit 3");
  const terminal = await OuterTerminal.run(cli, ["attach", "ends"]);
  await terminal.until("ready");
  await terminal.type("", "Enter");
  const shown = await terminal.until(/code=0/);
  expect(shown).toContain("bye");
  expect(shown).toMatch(/ends: .*3/);
  await expectLeftAsFound(terminal);
});

test("a session that is killed while attached gives the terminal back", async () => {
  const id = await cli.say("new", "-n", "killed", "-c", ECHO);
  const terminal = await OuterTerminal.run(cli, ["attach", id]);
  await terminal.until("ready");
  await cli.say("kill", id);
  await terminal.until("killed is gone");
  await expectLeftAsFound(terminal);
  expect((await cli.run(["show", id])).code).toBe(3);
});

test("a daemon that goes down while attached is waited for, and the view comes back by itself", async () => {
  const id = await cli.say("new", "-n", "outlives", "-c", ECHO);
  const terminal = await OuterTerminal.run(cli, ["attach", id]);
  await terminal.until("ready");
  await cli.say("down");
  await terminal.until("Connection lost");
  await cli.say("send", id, "meanwhile");
  await terminal.until("got<meanwhile>");
  await terminal.type("again", "Enter");
  await terminal.until("got<again>");
  await terminal.type("", "C-\\");
  await expectLeftAsFound(terminal);
  expect((await cli.json<Session>("show", id)).status).toBe("running");
});

test("B11 --tmux shows it by tmux itself, with nobody's configuration, and leaves it running", async () => {
  const id = await cli.say("new", "-n", "plain", "-c", ECHO);
  const terminal = await OuterTerminal.run(cli, ["attach", "--tmux", "plain"]);
  await terminal.until("ready");
  await terminal.type("by tmux", "Enter");
  await terminal.until("got<by tmux>");
  expect(await cli.say("screen", id)).toContain("got<by tmux>");
  await terminal.type("", "C-b", "d");
  await terminal.until("code=0");
  await expectLeftAsFound(terminal);
  expect((await cli.json<Session>("show", id)).status).toBe("running");
  const ended = await cli.say("new", "-c", "true");
  await cli.say("wait", ended, "--for", "dead");
  const late = await OuterTerminal.run(cli, ["attach", "--tmux", ended], { name: "late" });
  await late.until(/does not run[^]*code=1/);
});

test("a terminal that is closed while attached takes nothing with it", async () => {
  const id = await cli.say("new", "-n", "closed", "-c", ECHO);
  const terminal = await OuterTerminal.run(cli, ["attach", id]);
  await terminal.until("ready");
  await terminal.close();
  await cli.say("send", id, "alone");
  await eventually(async () => expect(await cli.say("screen", id)).toContain("got<alone>"));
});

test("attaching a session to itself is refused from inside it, another one is not", async () => {
  const inner = await cli.say("new", "-n", "inner", "-c", "echo I am inner; exec cat");
  const shell = await cli.say("new", "-n", "shell", "--", "bash", "--norc");
  const maestro = `${process.execPath} ${CLI}`;
  await cli.say("send", shell, `${maestro} attach shell; echo code=$?`);
  await eventually(async () => {
    expect(await cli.say("screen", shell)).toMatch(/cannot show itself[\s\S]*code=1/);
  });
  await cli.say("send", shell, `${maestro} attach inner`);
  await eventually(async () => {
    expect(await cli.say("screen", shell)).toContain("I am inner");
  });
  expect((await cli.json<Session>("show", inner)).last_focused_at).not.toBeNull();
});

test("attach without a terminal, or to nothing, is refused with what there is instead", async () => {
  const id = await cli.say("new", "--", "cat");
  const piped = await cli.run(["attach", id]);
  expect(piped).toMatchObject({ code: 2, stdout: "" });
  expect(piped.stderr).toContain("maestro screen");
  const terminal = await OuterTerminal.run(cli, ["attach", "nobody"]);
  await terminal.until("code=3");
});

test("new -a makes a session of the terminal's own size and attaches to it", async () => {
  const terminal = await OuterTerminal.run(cli, [
    "new",
    "-a",
    "-n",
    "fresh",
    "-c",
    `stty size; ${ECHO}`,
  ]);
  await terminal.until(/30 100[\s\S]*ready/);
  await terminal.type("typed", "Enter");
  await terminal.until("got<typed>");
  await terminal.type("", "C-\\");
  await expectLeftAsFound(terminal);
  const sessions = await cli.json<Session[]>("ls");
  expect(sessions).toMatchObject([{ status: "running", metadata: { name: "fresh" } }]);
});
