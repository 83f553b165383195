import { WebSocket } from "ws";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tokenProtocol, WS_PROTOCOL } from "@maestro/protocol";
import { AttachedClient, type ClientOptions } from "../support/attached-client.ts";
import { TestDaemon } from "../support/test-daemon.ts";
import { askTmux } from "../support/session-tmux.ts";

/** Sizes follow each other at most this fast. */
const INTERVAL_MS = 120;

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await TestDaemon.start();
});
afterAll(() => daemon.destroy());

/** A program that counts how often it is told that its size changed. */
class Resized {
  readonly id: string;

  private constructor(id: string) {
    this.id = id;
  }

  static async start(): Promise<Resized> {
    const script = `
      let count = 0;
      const tell = () => process.stdout.write("\\x1b[H\\x1b[Jtold " + count + " size " + process.stdout.getWindowSize().join("x") + ".");
      process.on("SIGWINCH", () => { count++; process.stdout._refreshSize(); tell(); });
      process.stdin.resume();
      tell();`;
    const command = [process.execPath, "-e", script];
    const { id } = await daemon.create({ command, cols: 80, rows: 24 });
    await daemon.untilScreen(id, "told 0 size 80x24.");
    return new Resized(id);
  }

  open(options: ClientOptions = {}): Promise<AttachedClient> {
    return AttachedClient.open(daemon, this.id, options);
  }

  /** Waits until the program was told of this size, by so many signals in all. */
  async until(size: string, told: number): Promise<void> {
    await daemon.untilScreen(this.id, `told ${told} size ${size}.`);
    const actual = await askTmux(
      daemon,
      this.id,
      "display-message",
      "-p",
      "#{pane_width}x#{pane_height}",
    );
    if (actual.trim() !== size) throw new Error(`tmux has ${actual} instead of ${size}`);
  }

  async told(): Promise<number> {
    const text = await daemon.untilScreen(this.id, /told \d+ size/);
    return Number(/told (\d+)/.exec(text)?.[1]);
  }
}

test("the fewest columns and rows among those that claim rule, and leave with their client", async () => {
  const program = await Resized.start();
  const wide = await program.open({ cols: 120, rows: 20 });
  await program.until("120x20", 1);
  const tall = await program.open({ cols: 60, rows: 50 });
  await program.until("60x20", 2);
  await Promise.all([wide.untilSize(60, 20), tall.untilSize(60, 20)]);

  wide.stream.resize(100, 40);
  await program.until("60x40", 3);
  // It changes nothing for the pane: the program must not be told.
  wide.stream.resize(200, 40);
  tall.stream.resize(60, 40);
  tall.stream.resize(60, 45);
  await tall.close();
  await program.until("200x40", 4);
  await wide.untilSize(200, 40);

  // The last one that leaves leaves the size as it is.
  await wide.close();
  const viewer = await program.open();
  expect(viewer.size).toEqual({ cols: 200, rows: 40 });
  await program.until("200x40", 4);
  const again = await program.open({ cols: 200, rows: 40 });
  await again.close();
  await program.until("200x40", 4);
  // A client that is cut off frees its claim like one that leaves.
  const cut = await program.open({ cols: 30, rows: 10 });
  await program.until("30x10", 5);
  const other = await program.open({ cols: 90, rows: 30 });
  cut.drop();
  await program.until("90x30", 6);
  await Promise.all([viewer.close(), other.close()]);
});

test("one that only looks never changes the size, until it reports one", async () => {
  const program = await Resized.start();
  const owner = await program.open({ cols: 100, rows: 30 });
  await program.until("100x30", 1);
  const viewers = await Promise.all([
    program.open(),
    program.open({ claim: false }),
    program.open({ cols: 20, rows: 5, claim: false }),
  ]);
  for (const viewer of viewers) expect(viewer.size).toEqual({ cols: 100, rows: 30 });
  await viewers[2].close();
  owner.stream.resize(101, 31);
  await program.until("101x31", 2);
  await Promise.all([viewers[0].untilSize(101, 31), viewers[1].untilSize(101, 31)]);
  viewers[0].stream.resize(40, 12);
  await program.until("40x12", 3);
  await viewers[0].close();
  await program.until("101x31", 4);
  await Promise.all([viewers[1].close(), owner.close()]);
});

test("B27 a storm of sizes comes to a few changes, and to the size that rules", async () => {
  const program = await Resized.start();
  const begin = performance.now();
  const leader = await program.open({ cols: 120, rows: 40 });
  const other = await program.open({ cols: 50, rows: 20 });
  for (let at = 0; at < 200; at++) {
    const { stream } = at % 2 === 0 ? leader : other;
    stream.resize(30 + (at % 97), 10 + (at % 31));
    await program.told();
  }
  leader.stream.resize(70, 33);
  other.stream.resize(90, 22);
  await Promise.all([leader.untilSize(70, 22), other.untilSize(70, 22)]);
  leader.drop();
  await other.untilSize(90, 22);
  await daemon.untilScreen(program.id, /size 90x22\./);
  const most = (performance.now() - begin) / INTERVAL_MS + 1;
  const changes = other.frames.filter(({ type }) => type === "resized").length;
  expect(changes).toBeGreaterThan(1);
  expect(changes).toBeLessThanOrEqual(most);
  expect(await program.told()).toBeLessThanOrEqual(most);
  await other.untilScreen("size 90x22.");
  // What it was told last is also what it shows.
  const late = await program.open();
  expect(late.size).toEqual({ cols: 90, rows: 22 });
  expect(late.screen).toBe(other.screen);
  await Promise.all([other.close(), late.close()]);
});

test("B27 sizes that make no sense are refused and change nothing", async () => {
  const program = await Resized.start();
  for (const query of [
    "cols=0&rows=0",
    "cols=-1&rows=5",
    "cols=1.5&rows=5",
    "cols=1&rows=1",
    "cols=10000&rows=10000",
    "cols=NaN&rows=5",
    "cols=80x&rows=5",
    "cols=&rows=",
  ]) {
    expect(await statusOf(program.id, query), query).toBe(400);
  }
  const client = await program.open();
  const sizes = ["0", "-1", "1.5", '"80"', "null", "1", "10000", "1e3000", "[80]"];
  const frames = [
    ...sizes.map((size) => `{"type":"resize","cols":${size},"rows":24}`),
    '{"type":"resize","cols":80}',
    '{"type":"resize","cols":80,"rows":24,"more":1}',
  ];
  for (const frame of frames) client.sendText(frame);
  await client.until("each is refused", () => {
    const errors = client.frames.filter((frame) => frame.type === "error");
    return errors.length === frames.length && errors.every((e) => e.code === "invalid_request");
  });
  await program.until("80x24", 0);
  client.stream.resize(1000, 2);
  await program.until("1000x2", 1);
  await client.close();
});

/** The HTTP status with which an attach is refused. */
function statusOf(id: string, query: string): Promise<number | undefined> {
  const address = `${daemon.url.replace("http", "ws")}/api/sessions/${id}/attach?${query}`;
  const socket = new WebSocket(address, [WS_PROTOCOL, tokenProtocol(daemon.token)]);
  socket.on("error", () => {});
  return new Promise((resolve) => {
    socket.once("unexpected-response", (_request, response) => resolve(response.statusCode));
    socket.once("open", () => {
      socket.terminate();
      resolve(101);
    });
  });
}
