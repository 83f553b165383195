import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Session } from "@maestro/protocol";
import { AttachedClient } from "../support/attached-client.ts";
import { refusal } from "../support/refusal.ts";
import { eventually, TestDaemon } from "../support/test-daemon.ts";
import { askTmux, runtimeFile } from "../support/session-tmux.ts";
import { WatchedProgram } from "../support/watched-program.ts";

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await TestDaemon.start();
});
afterAll(() => daemon.destroy());

/** Two hundred where a soak is asked for. */
const EXITS_OF_300_KB = process.env["MAESTRO_SOAK"] === "1" ? 200 : 8;

const isDead = ({ status }: Session): boolean => status === "dead";
const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`);
const sh = (line: string): string[] => ["/bin/sh", "-c", line];
const dismiss = (id: string): Promise<void> =>
  daemon.api.killSession({ params: { id }, query: { force: "true" } });

/** One program that ends before anybody has come, and one client that comes at once. */
async function endAtOnce(code: number): Promise<number | null | undefined> {
  const { id } = await daemon.create({ command: sh(`seq 1 4000; echo END; exit ${code}`) });
  const client = new AttachedClient(daemon, id);
  const { exit } = await client.untilEnded();
  expect(exit).toMatchObject({ code, signal: null });
  expect(client.heard.at(-1)).toMatchObject({ type: "ended" });
  // What it came too late for is in the history, as far as that goes.
  expect(client.lines.slice(-900)).toEqual([...numbers(3103, 4000), "END", ""]);
  const session = await daemon.until(id, isDead);
  expect(session.exit).toEqual(exit);
  const { content } = await daemon.api.getScreen({
    params: { id },
    query: { scrollback: "1000" },
  });
  expect(content.split("\n").slice(-900)).toEqual([...numbers(3103, 4000), "END", ""]);
  await client.close();
  await dismiss(id);
  return exit?.code;
}

describe("B17 programs that end at once", () => {
  test("B17 100 of 100: the whole tail comes before the end, and the status is known", async () => {
    for (let code = 0; code < 100; code += 5) {
      const codes = [0, 1, 2, 3, 4].map((at) => code + at);
      expect(await Promise.all(codes.map(endAtOnce))).toEqual(codes);
    }
  }, 300_000);

  test("B17 every byte of 300 KB comes to a client that was there, then the end", async () => {
    for (let round = 0; round < EXITS_OF_300_KB; round++) {
      const program = await WatchedProgram.start(daemon, sh(`seq 1 50000; exit 3`));
      const { exit } = await program.first.untilEnded();
      expect(exit).toMatchObject({ code: 3, signal: null });
      const bytes = Buffer.concat(
        program.first.sinceLive().filter((item) => item instanceof Uint8Array),
      );
      expect(bytes.toString().replace(/^[^]*?(?=1\r\n)/, "")).toBe(
        `${numbers(1, 50_000).join("\r\n")}\r\n`,
      );
      expect(program.first.heard.at(-1)).toMatchObject({ type: "ended" });
      await dismiss(program.session.id);
    }
  }, 1_200_000);

  test.each([
    ["kill -9 $$", { code: null, signal: "SIGKILL" }],
    ["kill -TERM $$", { code: null, signal: "SIGTERM" }],
    ["/no/such/bin", { code: 127, signal: null }],
    ["exit 255", { code: 255, signal: null }],
  ])("B17 %s", async (line, exit) => {
    const { id } = await daemon.create({ command: sh(line) });
    const client = new AttachedClient(daemon, id);
    expect((await client.untilEnded()).exit).toMatchObject(exit);
    await client.close();
  });
});

describe("a session that ended", () => {
  test("shows its last screen and history, also after restarts, and ignores keys", async () => {
    const line = `seq 1 300; printf '\\033[31mred\\033[0m ünï 漢字\\033]2;a title\\007\\n\\033[?2004hlast'; read -r x; printf ' line'`;
    const program = await WatchedProgram.start(daemon, sh(line), { cols: 50, rows: 10 });
    const { first, session } = program;
    const { id } = session;
    await first.untilScreen("last");
    await program.join({ cols: 44, rows: 12 });
    await first.untilSize(44, 12);
    first.type("\r");
    await first.untilEnded();
    const look = async (): Promise<AttachedClient> => {
      const client = await AttachedClient.open(daemon, id, { cols: 99, rows: 33 });
      expect(await client.untilEnded()).toMatchObject({ exit: { code: 0 } });
      return client;
    };
    await daemon.until(id, isDead);
    program.late.push(await look());
    await daemon.down();
    await daemon.up();
    program.late.push(await look());
    await daemon.crash();
    await daemon.up();
    await daemon.recovered();
    const last = await look();
    program.late.push(last);
    for (const client of program.late.slice(1)) {
      expect(client.size).toEqual({ cols: 44, rows: 12 });
      expect(client.lines).toEqual(first.lines);
      expect(client.screen).toContain("red ünï 漢字");
    }
    const text = async (): Promise<string> =>
      (await daemon.api.getScreen({ params: { id }, query: { scrollback: "1000" } })).content;
    expect((await text()).split("\n")).toEqual([...first.lines].map((row) => row.trimEnd()));

    last.type("keys that nobody reads\r");
    last.stream.paste("nor this");
    last.stream.resize(20, 5);
    const again = await look();
    expect(again.lines).toEqual(first.lines);
    expect(again.size).toEqual({ cols: 44, rows: 12 });
    expect(await refusal(send(id, "x"))).toMatchObject({ status: 409, code: "not_running" });
  });

  test("has more history than a model keeps, also where the daemon was away at the end", async () => {
    const go = join(daemon.home, "more");
    const line = `printf '\\033[32mfirst\\033[0m\\n'; seq 1 3000; until [ -e '${go}' ]; do sleep .05; done; seq 3001 6000; printf last`;
    const watched = await daemon.create({ command: sh(line), cols: 50, rows: 10 });
    await daemon.untilScreen(watched.id, "3000");
    const expected = ["first", ...numbers(1, 6000), "last"];
    const look = async ({ id }: Session): Promise<void> => {
      const client = new AttachedClient(daemon, id, { scrollback: 20_000 });
      await client.untilEnded();
      expect(client.lines).toEqual(expected);
      expect(client.terminal.buffer.active.getLine(0)?.getCell(0)?.getFgColor()).toBe(2);
      const query = { scrollback: "20000" };
      const { content } = await daemon.api.getScreen({ params: { id }, query });
      expect(content.split("\n")).toEqual(expected);
      await client.close();
    };
    await writeFile(go, "");
    await daemon.until(watched.id, isDead);
    await look(watched);
    await rm(go);
    const late = await daemon.create({ command: sh(line), cols: 50, rows: 10 });
    await daemon.untilScreen(late.id, "3000");
    await daemon.crash();
    await writeFile(go, "");
    await eventually(async () => {
      expect(await readFile(runtimeFile(daemon, late.id, "status"), "utf8")).toBe("exit 0\n");
    });
    await daemon.up();
    await daemon.until(late.id, isDead);
    await look(late);
    await look(watched);
  });

  test("whose daemon was away shows it as well", async () => {
    const go = join(daemon.home, "go");
    const line = `seq 1 100; until [ -e '${go}' ]; do sleep .05; done; seq 101 200; exit 9`;
    const { id } = await daemon.create({ command: sh(line), cols: 50, rows: 10 });
    await daemon.untilScreen(id, "100");
    await daemon.crash();
    await writeFile(go, "");
    await eventually(async () => {
      expect(await readFile(runtimeFile(daemon, id, "status"), "utf8")).toBe("exit 9\n");
    });
    await daemon.up();
    const client = new AttachedClient(daemon, id);
    expect((await client.untilEnded()).exit).toMatchObject({ code: 9 });
    expect(client.lines).toEqual([...numbers(1, 200), ""]);
  });

  test("that was cut off has no terminal to attach to, and a refused attach leaves no mark", async () => {
    const { id } = await daemon.create({ command: ["sleep", "600"] });
    await daemon.crash();
    const { pid, pane } = await tmuxOf(id);
    process.kill(pid, "SIGKILL");
    process.kill(pane, "SIGKILL");
    await daemon.up();
    await daemon.until(id, ({ status }) => status === "dormant");
    const client = new AttachedClient(daemon, id);
    await expect(client.untilFrame("attached")).rejects.toThrow("never");
    expect(client.heard).toEqual([]);
    expect(await refusal(send(id, "x"))).toMatchObject({ status: 409, code: "not_running" });
    const session = await daemon.api.getSession({ params: { id } });
    expect(session.last_focused_at).toBeNull();
  });
});

const send = (id: string, text: string): Promise<unknown> =>
  daemon.api.sendInput({ params: { id }, body: { text, submit: true } });

/** The pids of a session's tmux server and of its pane. */
async function tmuxOf(id: string): Promise<{ readonly pid: number; readonly pane: number }> {
  const pids = await askTmux(daemon, id, "display-message", "-p", "#{pid} #{pane_pid}");
  const [pid = 0, pane = 0] = pids.split(" ").map(Number);
  return { pid, pane };
}
