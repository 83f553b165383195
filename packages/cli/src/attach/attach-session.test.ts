import { afterEach, beforeEach, expect, test } from "vitest";
import type { WebSocket } from "ws";
import { aSession } from "../support/a-session.ts";
import { FakeDaemon } from "../support/fake-daemon.ts";
import { OuterTerminal } from "../support/outer-terminal.ts";
import { runCli } from "../support/run-cli.ts";
import { until } from "../support/until.ts";

const session = aSession();
let daemon: FakeDaemon;
let terminal: OuterTerminal | null;
/** Every view that was opened: its socket, its address and what came over it. */
let views: { socket: WebSocket; url: string; frames: unknown[]; input: string }[];

beforeEach(async () => {
  daemon = await FakeDaemon.start();
  daemon.sessions = [session];
  terminal = null;
  views = [];
  daemon.connected = (socket, url) => {
    const view = { socket, url, frames: [] as unknown[], input: "" };
    views.push(view);
    socket.on("message", (data: Buffer, binary) => {
      if (binary) view.input += data.toString("latin1");
      else view.frames.push(JSON.parse(data.toString("utf8")));
    });
    socket.send(JSON.stringify({ type: "attached", session, cols: 80, rows: 24 }));
    socket.send(Buffer.from("SNAPSHOT\r\n"));
    socket.send('{"type":"live"}');
  };
});
afterEach(async () => {
  await terminal?.close();
  await daemon.stop();
});

const start = async (...words: string[]): Promise<OuterTerminal> => {
  terminal = await OuterTerminal.run(["attach", "quiet-otter", ...words], daemon);
  await until(
    () => shows(),
    (text) => text.includes("SNAPSHOT"),
  );
  return terminal;
};
const shows = async () => (await terminal?.shows()) ?? "";
const shown = (wanted: string) => until(shows, (text) => text.includes(wanted));
const view = () => {
  const last = views.at(-1);
  if (last === undefined) throw new Error("no view was opened");
  return last;
};
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const output = (text: string) => view().socket.send(Buffer.from(text));

test("claims its size, says how to leave, passes bytes both ways, and leaves by the key", async () => {
  const outer = await start();
  expect(view().url).toBe(`/api/sessions/${session.id}/attach?cols=80&rows=24`);
  expect(await shows()).toContain("Attached to quiet-otter. Ctrl-\\ leaves; the session goes on.");
  output("\x1b[31mlive\x1b[0m\r\n");
  await shown("live");
  await outer.press("h", "i", "Up", "C-c", "C-z");
  await until(
    () => view().input,
    (input) => input === "hi\x1b[A\x03\x1a",
  );
  expect(view().frames).toEqual([{ type: "focus", focused: true }]);
  await outer.press("x", "C-\\", "y");
  const text = await shown("code=");
  expect(text).toContain("Left quiet-otter. It goes on: maestro attach 0f9b6a52");
  expect(text).toContain("code=0");
  expect(view().input).toBe("hi\x1b[A\x03\x1ax");
});

test("what was on the terminal before stays in its scrollback, what was shown stays readable", async () => {
  const outer = await start();
  await outer.press("C-\\");
  const text = await shown("code=0");
  expect(text.indexOf("BEFORE")).toBeLessThan(text.indexOf("SNAPSHOT"));
  expect(text.indexOf("BEFORE")).toBeGreaterThan(-1);
  expect(text.indexOf("SNAPSHOT")).toBeLessThan(text.indexOf("Left quiet-otter"));
});

test("the terminal's modes are put back, whatever the program switched on", async () => {
  const outer = await start();
  const modes = "#{alternate_on}#{mouse_any_flag}#{keypad_cursor_flag}#{keypad_flag}#{origin_flag}";
  const before = await outer.format(`${modes}#{cursor_flag}#{scroll_region_upper}`);
  output("\x1b[?1049h\x1b[?1003h\x1b[?1006h\x1b[?1h\x1b=\x1b[?25l\x1b[5;10r\x1b[?6h\x1b[?2004hON");
  await shown("ON");
  expect(await outer.format(modes)).toBe("11111");
  await outer.press("C-\\");
  await shown("code=0");
  expect(await outer.format(`${modes}#{cursor_flag}#{scroll_region_upper}`)).toBe(before);
  await until(shows, (text) => /^icanon$/m.test(text));
});

test.each([
  ["SIGTERM", 143],
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGQUIT", 131],
] as const)("%s in the middle of a sequence puts the terminal back", async (signal, code) => {
  const outer = await start();
  output("\x1b[?1049h\x1b]2;half a title");
  await until(
    () => outer.format("#{alternate_on}"),
    (on) => on === "1",
  );
  process.kill(await outer.cliPid(), signal);
  const text = await shown(`code=${code}`);
  expect(text).toContain("SNAPSHOT");
  expect(await outer.format("#{alternate_on}")).toBe("0");
  await until(shows, (now) => /^icanon$/m.test(now));
});

test("a terminal that is closed ends the command, and with it the view", async () => {
  const outer = await start();
  const pid = await outer.cliPid();
  const isGone = new Promise<void>((resolve) => view().socket.once("close", () => resolve()));
  await outer.close();
  await isGone;
  await until(
    () => isRunning(pid),
    (running) => !running,
  );
  expect(views).toHaveLength(1);
});

test("a daemon that dies and does not come back gives the terminal back", async () => {
  const outer = await start();
  output("\x1b[?1049h\x1b[?1003hON");
  await shown("ON");
  await daemon.die();
  const text = await until(shows, (now) => now.includes("code="), 60_000);
  expect(text).toMatch(/Connection lost. The session goes on.\n+code=[1-9]/);
  expect(await outer.format("#{alternate_on}#{mouse_any_flag}")).toBe("00");
  await until(shows, (now) => /^icanon$/m.test(now));
}, 120_000);

test("the outer terminal does not answer what the program asked", async () => {
  const outer = await start();
  output("\x1b[c\x1b[>c\x1b[6n\x1b[5n\x1b[>q\x1b]11;?\x07\x1b[18t");
  output("\x1b[");
  output("6n\x1bP+q544e\x1b");
  output("\\ASKED");
  await shown("ASKED");
  await outer.press("z");
  await until(
    () => view().input,
    (input) => input.includes("z"),
  );
  expect(view().input).toBe("z");
});

test("claims a new size when the terminal changes its", async () => {
  const outer = await start();
  await outer.resize(100, 30);
  await until(
    () => view().frames,
    (frames) => JSON.stringify(frames).includes('"resize"'),
  );
  expect(view().frames.at(-1)).toEqual({ type: "resize", cols: 100, rows: 30 });
});

test("a session that ends is said to have ended, and how", async () => {
  await start();
  output("last words\r\n");
  const exit = { code: 3, signal: null, at: "2026-11-02T10:00:00Z" };
  view().socket.send(JSON.stringify({ type: "ended", exit }));
  view().socket.close();
  const text = await shown("code=0");
  expect(text).toContain("last words");
  expect(text).toContain("quiet-otter: Exit 3");
});

test("a resync starts from a fresh screen", async () => {
  await start();
  output("\x1b[?1049hHIDDEN\x1b[3");
  view().socket.send('{"type":"resync","cols":80,"rows":24}');
  output("AGAIN");
  const text = await shown("AGAIN");
  expect(text).not.toContain("HIDDEN");
});

test("a connection that is lost is said to be, and comes back with a new snapshot", async () => {
  const outer = await start();
  const { connected } = daemon;
  let refused = 0;
  daemon.connected = (socket) => {
    refused++;
    socket.terminate();
  };
  view().socket.terminate();
  await shown("Connection lost. Sessions go on; keys are not sent. Trying again");
  await outer.press("x");
  await until(
    () => refused,
    (count) => count > 1,
  );
  daemon.connected = connected;
  await until(
    () => views.length,
    (count) => count === 2,
  );
  output("BACK");
  expect(await shown("BACK")).not.toContain("Connection lost");
  await outer.press("y");
  await until(
    () => view().input,
    (input) => input === "y",
  );
});

test("a refusal is shown and counts", async () => {
  daemon.connected = (socket) => {
    socket.send('{"type":"error","code":"not_running","message":"It is dormant."}');
    socket.close();
  };
  terminal = await OuterTerminal.run(["attach", "quiet-otter"], daemon);
  expect(await shown("code=")).toMatch(/maestro: It is dormant\.\n+code=1/);
});

test("another detach key; the usual one goes to the program then", async () => {
  const outer = await start("--detach-key", "ctrl-q");
  await outer.press("C-\\", "C-q");
  await shown("code=0");
  expect(view().input).toBe("\x1c");
});

test("a session cannot show itself, attach needs a terminal, and a key that is none is refused", async () => {
  const env = { MAESTRO_SESSION_ID: session.id };
  terminal = await OuterTerminal.run(["attach", "quiet-otter"], {
    stateDir: daemon.stateDir,
    env,
  });
  expect(await shown("code=")).toMatch(/This terminal is that session.*\n+code=1/);
  const { stateDir } = daemon;
  expect(await runCli(["attach", "quiet-otter"], { stateDir })).toMatchObject({ code: 2 });
  const none = await runCli(["attach", "x", "--detach-key", "q"], { stateDir });
  expect(none).toMatchObject({ code: 2 });
  expect(views).toEqual([]);
});
