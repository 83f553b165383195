import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AttachedClient } from "../support/attached-client.ts";
import { runtimeFile } from "../support/session-tmux.ts";
import { eventually, TestDaemon } from "../support/test-daemon.ts";
import { WatchedProgram } from "../support/watched-program.ts";

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await TestDaemon.start({ LANG: "", LC_ALL: "" });
});
afterAll(() => daemon.destroy());

/** A program that writes one piece for each key it gets, and ends at the last. */
function pieces(...all: readonly (string | Uint8Array)[]): string[] {
  const encoded = all.map((piece) => Buffer.from(piece as string).toString("base64"));
  const script = `
    const pieces = ${JSON.stringify(encoded)}.map((text) => Buffer.from(text, "base64"));
    process.stdin.setRawMode(true);
    const next = () => pieces.length ? process.stdout.write(pieces.shift()) : process.exit();
    process.stdin.on("data", (keys) => { for (const key of keys) next(); });
    next();`;
  return [process.execPath, "-e", script];
}

const cursorOf = ({ first }: WatchedProgram): string => {
  const { cursorX, cursorY } = first.terminal.buffer.active;
  return `${cursorX},${cursorY}`;
};

describe("B06 wide, combining and joined characters", () => {
  const TEXT = "漢字|😀|👩‍💻|é|";

  test("B06 the text and the cursor are those of tmux, without a locale too", async () => {
    const program = await WatchedProgram.start(daemon, pieces(TEXT), { cols: 40, rows: 6 });
    await program.first.untilScreen("é|");
    await program.join();
    expect(program.first.screen.split("\n")[0]).toBe(TEXT);
    expect(cursorOf(program)).toBe("13,0");
    expect((await program.tmux()).cursor).toBe("13,0");
    const { content, cursor } = await daemon.api.getScreen({
      params: { id: program.session.id },
      query: {},
    });
    expect(content.split("\n")[0]).toBe(TEXT);
    expect(cursor).toEqual({ x: 13, y: 0 });
    program.first.type("q");
    expect(await program.differences()).toEqual([]);
  });

  test("B06 a line that wraps inside a wide character", async () => {
    const program = await WatchedProgram.start(
      daemon,
      pieces("a漢字|😀|", "👩‍💻|é|", "\r\n👍🏽✔️🇩🇪|"),
      {
        cols: 7,
        rows: 6,
      },
    );
    await program.drive([{ until: "😀|" }]);
    program.first.type("x");
    await program.drive([{ until: /é\n\|/ }, { type: "x", until: "🇩🇪|" }]);
    await program.join({ cols: 6, rows: 9 });
    await program.first.untilSize(6, 9);
    program.first.type("q");
    expect(await program.differences()).toEqual([]);
    expect(program.first.screen).not.toMatch(/[_?�]/);
  });
});

test("B07 characters cut in the middle are whole for everybody, whenever they came", async () => {
  const program = await WatchedProgram.start(
    daemon,
    pieces(
      "begin ",
      Uint8Array.of(0xe2),
      Uint8Array.of(0x94, 0x80, 0xf0, 0x9f),
      Uint8Array.of(0x98, 0x80, 0x1b),
      "[3",
      "1mred\u001b]2;ti",
      "tle\u0007done",
    ),
    { cols: 40, rows: 6 },
  );
  const { first } = program;
  await first.untilScreen("begin");
  for (let count = 0; count < 6; count++) {
    const before = first.bytesHeard;
    first.type("x");
    await first.until("the next piece came", () => first.bytesHeard > before);
    await program.join();
  }
  await first.untilScreen("done");
  first.type("q");
  expect(await program.differences()).toEqual([]);
  expect(first.screen.split("\n")[0]).toBe("begin ─😀reddone");
  expect(program.late.map(({ screen }) => screen.includes("\uFFFD"))).not.toContain(true);
});

describe("B09 a full-screen program", () => {
  const begin =
    "SHELLLINE\r\n\u001b[?1049h\u001b[2J\u001b[HALTTEXT\u001b[?25l\u001b[?1000h\u001b[?1006h\u001b[?2004h\u001b[?1h\u001b=\u001b[?1004h\u001b[3;5r\u001b[4 q";
  const frames = Array.from({ length: 50 }, (_, at) => `\u001b[2;1Hframe ${at}\u001b[5;1H\r\n`);
  const end =
    "\u001b[?1049l\u001b[?25h\u001b[?1000l\u001b[?1006l\u001b[?2004l\u001b[?1l\u001b>back";

  test("B09 a client that comes late has the modes, and gets the first screen back", async () => {
    const program = await WatchedProgram.start(daemon, pieces(begin, frames.join(""), end), {
      cols: 40,
      rows: 6,
    });
    const { first, session } = program;
    await first.untilScreen("ALTTEXT");
    await program.join();
    first.type("x");
    await first.untilScreen("frame 49");
    const late = await AttachedClient.open(daemon, session.id);
    program.late.push(late);
    expect(late.screen).toContain("frame 49");
    expect(late.terminal.buffer.active.type).toBe("alternate");
    expect(late.terminal.modes).toMatchObject({
      applicationCursorKeysMode: true,
      applicationKeypadMode: true,
      bracketedPasteMode: true,
      mouseTrackingMode: "vt200",
      sendFocusMode: true,
    });
    await program.join({ cols: 33, rows: 9 });
    first.type("x");
    await first.untilScreen("back");
    await program.join();
    first.type("q");
    expect(await program.differences()).toEqual([]);
    expect(first.screen).toContain("SHELLLINE");
    expect(late.lines.join("\n")).not.toContain("frame");
  });

  test("B09 after a restart of the daemon the modes are still there", async () => {
    const program = await WatchedProgram.start(daemon, pieces(begin, end), { cols: 40, rows: 6 });
    const { id } = program.session;
    await program.first.untilScreen("ALTTEXT");
    const before = program.first.terminal.modes;
    // What tmux cannot tell is written down a moment after it changed.
    await eventually(async () => {
      const modes = await readFile(runtimeFile(daemon, id, "modes"), "latin1");
      expect(modes).toContain("\u001b[?2004h");
    });
    await daemon.crash();
    await daemon.up();
    await daemon.recovered();
    const late = await AttachedClient.open(daemon, id);
    expect(late.terminal.modes).toEqual(before);
    expect(late.screen).toContain("ALTTEXT");
    expect(late.terminal.buffer.active.type).toBe("alternate");
    late.type("x");
    await late.untilScreen("back");
    expect(late.screen).toContain("SHELLLINE");
    late.type("q");
    await late.untilEnded();
  });
});
