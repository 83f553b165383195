import type { Page, WebSocketRoute } from "playwright-core";
import { describe, expect, test } from "vitest";
import { eventually } from "../support/test-daemon.ts";
import { CHROMIUM, openTerminal, untilTerminal } from "../support/web-page.ts";
import { startPageWorld } from "../support/page-world.ts";

/** What a terminal may be asked; tmux has answered already. */
const QUESTIONS = [
  "\u001b[c",
  "\u001b[>c",
  "\u001b[=c",
  "\u001b[5n",
  "\u001b[6n",
  "\u001b[?6n",
  "\u001b[?2026$p",
  "\u001b[4$p",
  "\u001b[>q",
  "\u001b[?u",
  "\u001b[14t",
  "\u001b[16t",
  "\u001b[18t",
  "\u001b]4;1;?\u0007",
  "\u001b]10;?\u0007",
  "\u001b]11;?\u001b\\",
  "\u001b]12;?\u0007",
  "\u001bP$qm\u001b\\",
  "\u001bP+q544e\u001b\\",
  "\u001b[?1004h",
].join("");

/** The daemon's end of a terminal's socket, played by the test: message by message. */
interface PlayedStream {
  readonly page: Page;
  readonly id: string;
  readonly print: (bytes: string | Uint8Array) => void;
  readonly say: (frame: object) => void;
  /** What the page sent as input. */
  readonly typed: () => string;
  /** The last count of bytes that the page said it has parsed. */
  readonly acknowledged: () => number;
}

describe.skipIf(CHROMIUM === undefined)("the stream of a terminal in the page", () => {
  const world = startPageWorld();

  /** Shows a session in a page whose sockets the test stands between. */
  async function openReadable(page: Page, id: string, name: string): Promise<void> {
    await page.addInitScript(() =>
      localStorage.setItem("maestro.settings", JSON.stringify({ screenReader: true })),
    );
    await page.goto((await world.daemon.api.createLoginLink()).url);
    await openTerminal(page, id, name);
  }

  /** Opens a pane whose daemon is the test. Says `attached`, and the snapshot is the test's. */
  async function played(name: string): Promise<PlayedStream> {
    const session = await world.daemon.create({ command: "cat", name });
    const page = await world.browser.stranger();
    const sent: (string | Buffer)[] = [];
    const opened = new Promise<WebSocketRoute>((resolve) => {
      void page.routeWebSocket(/\/attach\b/, (socket) => {
        socket.onMessage((message) => void sent.push(message));
        resolve(socket);
      });
    });
    await openReadable(page, session.id, name);
    const socket = await opened;
    const say = (frame: object): void => socket.send(JSON.stringify(frame));
    say({ type: "attached", session, cols: 80, rows: 24 });
    return {
      page,
      id: session.id,
      say,
      print: (bytes) => socket.send(Buffer.from(bytes)),
      typed: () => sent.filter((one) => typeof one !== "string").join(""),
      acknowledged: () =>
        sent
          .filter((one) => typeof one === "string")
          .map((one) => JSON.parse(one) as { type: string; bytes?: number })
          .reduce((last, { type, bytes }) => (type === "ack" ? (bytes ?? last) : last), -1),
    };
  }

  test("a character whose bytes come in two messages is shown whole, also across a snapshot's end", async () => {
    const { page, id, print, say } = await played("split");
    const dash = Buffer.from("\u2014");
    print(Buffer.concat([Buffer.from("snapshot "), dash.subarray(0, 2)]));
    say({ type: "live" });
    print(dash.subarray(2));
    for (const byte of Buffer.from(" stream \u2014 \u{1f389} \u00c0 end"))
      print(Uint8Array.of(byte));
    const shown = await untilTerminal(page, id, "end");
    expect(shown).toContain("snapshot \u2014 stream \u2014 \u{1f389} \u00c0 end");
  });

  test("a screen erased up to a cursor in its last cell is erased, and the stream goes on", async () => {
    const { page, id, print, say } = await played("erase");
    say({ type: "live" });
    // Nothing has scrolled yet, so below the last row there is no line to look for.
    print("\u001b[HTO BE ERASED\u001b[24;80H\u001b[1J\u001b[3;1Hstill here");
    expect(await untilTerminal(page, id, "still here")).not.toContain("ERASED");
    print("\u001b[2J\u001b[HNOT PROTECTED\u001b[24;80H\u001b[?1J\u001b[3;1Hand also here");
    expect(await untilTerminal(page, id, "and also here")).not.toContain("PROTECTED");
  });

  test("neither a snapshot nor the stream makes the page answer questions", async () => {
    const { page, id, print, say, typed } = await played("asked");
    print(`${QUESTIONS}painted`);
    say({ type: "live" });
    await untilTerminal(page, id, "painted");
    print(`${QUESTIONS} streamed`);
    await untilTerminal(page, id, "painted streamed");
    say({ type: "resync", cols: 80, rows: 24 });
    print(`${QUESTIONS}painted anew`);
    say({ type: "live" });
    await untilTerminal(page, id, "painted anew");
    await page.keyboard.type("typed");
    await eventually(async () => expect(typed()).toMatch(/typed$/));
    expect(typed()).toBe("typed");
  });

  test("the page tells how much it has parsed, of a pane with keys and of one without", async () => {
    const { page, id, print, say, acknowledged } = await played("told");
    print("snapshot");
    say({ type: "live" });
    await eventually(async () => expect(acknowledged()).toBe(8));
    const piece = Buffer.from("a line of a flood\r\n".repeat(1000));
    for (let at = 0; at < 10; at++) print(piece);
    await eventually(async () => expect(acknowledged()).toBeGreaterThan(9 * piece.length));
    await page.getByPlaceholder("Filter").focus();
    for (let at = 0; at < 10; at++) print(piece);
    print("behind the flood");
    await eventually(async () => expect(acknowledged()).toBeGreaterThan(19 * piece.length));
    await untilTerminal(page, id, "behind the flood");
  });

  test("a flood waits in the daemon, and ends in the screen that the program left", async () => {
    const flood = "read x; yes 'a flood of lines' | head -c 10000000; echo the-end; exec cat";
    const { id } = await world.daemon.create({ command: ["sh", "-c", flood], name: "flood" });
    const page = await world.browser.stranger();
    const acks: (string | Buffer)[] = [];
    let release = (): void => {};
    let got = 0;
    await page.routeWebSocket(/\/attach\b/, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        if (!message.includes('"ack"')) return server.send(message);
        acks.push(message);
        // The first lets the daemon know that there are any; the others are held until the end.
        if (acks.length === 1) server.send(message);
      });
      server.onMessage((message) => {
        got += typeof message === "string" ? 0 : message.length;
        socket.send(message);
      });
      release = () => {
        socket.onMessage((message) => server.send(message));
        server.send(acks.at(-1) ?? "");
      };
    });
    await openReadable(page, id, "flood");
    await eventually(() => expect(acks).not.toHaveLength(0));
    const snapshot = got;
    await page.keyboard.press("Enter");
    await world.daemon.untilScreen(id, "the-end");
    await eventually(() => expect(got - snapshot).toBeGreaterThan(100 * 1024));
    // A window, and the piece that began within it.
    expect(got - snapshot).toBeLessThanOrEqual(2 * 128 * 1024);
    release();
    await untilTerminal(page, id, "the-end");
    await page.keyboard.type("behind it");
    const shown = await untilTerminal(page, id, "behind it");
    expect(shown.split("\n").filter((line) => line.includes("the-end"))).toHaveLength(1);
  });
});
