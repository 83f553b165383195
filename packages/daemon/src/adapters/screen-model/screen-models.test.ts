import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { parseSessionId } from "../../domain/session.ts";
import type { SessionId } from "../../domain/session.ts";
import type { ModelListener, ScreenModel, ScreenModels } from "../../ports/screen-models.ts";
import { Emulator } from "./emulator.ts";
import { createScreenModels } from "./screen-models.ts";
import { bundleWorker } from "./support/bundle-worker.ts";
import { compareTerminals } from "./support/compare-terminals.ts";

const ID = parseSessionId("00000000-0000-4000-8000-000000000001") as SessionId;
const SIZE = { cols: 40, rows: 6 };

let bundle: Awaited<ReturnType<typeof bundleWorker>>;
let models: ScreenModels;

beforeAll(async () => {
  bundle = await bundleWorker();
});
afterAll(() => bundle.remove());
afterEach(() => models.stop());

function listener() {
  return {
    parsed: vi.fn<ModelListener["parsed"]>(),
    modesChanged: vi.fn<ModelListener["modesChanged"]>(),
    screenChanged: vi.fn<ModelListener["screenChanged"]>(),
    signalled: vi.fn<ModelListener["signalled"]>(),
    lost: vi.fn<ModelListener["lost"]>(),
  };
}

function open(hears: ModelListener = listener(), workers = 1): ScreenModel {
  models = createScreenModels({ workerEntry: bundle.entry, workers, scrollback: 100 });
  return models.open(ID, SIZE, hears);
}

const bytes = (text: string) => new TextEncoder().encode(text);
const topOf = async (model: ScreenModel) => (await model.text(0)).lines[0];

/** A terminal that shows a snapshot of a model. */
async function viewerOf(model: ScreenModel): Promise<Emulator> {
  const { bytes: redraw, cols, rows } = await model.snapshot();
  const viewer = new Emulator({ cols, rows }, 100);
  viewer.feed(redraw);
  return viewer;
}

test("a snapshot shows what was fed before it was asked for, and nothing fed after", async () => {
  const model = open();
  const viewers = [];
  for (const word of ["one ", "two ", "three "]) {
    model.feed(bytes(word));
    viewers.push(viewerOf(model));
  }
  const shown = (await Promise.all(viewers)).map(({ terminal }) =>
    terminal.buffer.active.getLine(0)?.translateToString(true),
  );
  expect(shown.map((text) => text?.trimEnd())).toEqual(["one", "one two", "one two three"]);
});

test("every byte fed is reported as parsed once, before a snapshot that shows it", async () => {
  const hears = listener();
  const model = open(hears);
  const chunk = bytes("x".repeat(999) + "\n");
  for (let i = 0; i < 2000; i++) model.feed(chunk);
  await model.snapshot();
  const parsed = hears.parsed.mock.calls.reduce((sum, [count]) => sum + count, 0);
  expect(parsed).toBe(2_000_000);
  expect(hears.parsed.mock.calls.length).toBeLessThan(200);
});

test("what is fed is parsed also where nothing is asked, little and much of it in its order", async () => {
  const hears = listener();
  const model = open(hears);
  const told = () => hears.parsed.mock.calls.reduce((sum, [count]) => sum + count, 0);
  model.feed(bytes("a"));
  await vi.waitFor(() => expect(told()).toBe(1), 10_000);
  const pieces = Array.from({ length: 3_000 }, (_, at) => `${at}${" ".repeat((at * 37) % 97)}\r\n`);
  for (const piece of pieces) model.feed(bytes(piece));
  model.feed(bytes("\x1b[2J\x1b[H" + "much ".repeat(40_000)));
  await vi.waitFor(() => expect(told()).toBe(1 + pieces.join("").length + 7 + 200_000), 10_000);
  const viewer = new Emulator(SIZE, 100);
  viewer.feed(bytes(["a", ...pieces].join("") + "\x1b[2J\x1b[H" + "much ".repeat(40_000)));
  expect(compareTerminals(viewer.terminal, (await viewerOf(model)).terminal)).toEqual([]);
});

test("bytes that are fed stay the caller's to read", async () => {
  const model = open();
  const pooled = Buffer.from("a pooled slice");
  model.feed(pooled);
  expect(pooled.toString()).toBe("a pooled slice");
  pooled.fill("x");
  expect(await topOf(model)).toBe("a pooled slice");
});

test("models do not see each other's bytes, in one worker or in several", async () => {
  const first = open(listener(), 2);
  const others = Array.from({ length: 5 }, () => models.open(ID, SIZE, listener()));
  const all = [first, ...others];
  for (const [i, model] of all.entries()) model.feed(bytes(`model ${i}`));
  expect(await Promise.all(all.map(topOf))).toEqual(all.map((_, i) => `model ${i}`));
});

test("a resize takes effect between what was fed before and after it", async () => {
  const model = open();
  model.feed(bytes("\x1b[1;40Hab"));
  model.resize({ cols: 30, rows: 6 });
  model.feed(bytes("\x1b[2J\x1b[1;30Hcd"));
  const { lines, cols } = await model.text(0);
  expect(cols).toBe(30);
  expect(lines.slice(0, 2)).toEqual([" ".repeat(29) + "c", "d"]);
});

test("B06 widths are right in the bundle too, where modules are evaluated in an order of its own", async () => {
  const model = open();
  model.feed(bytes("🎉👍🏽漢é"));
  expect((await model.text(0)).cursor.x).toBe(7);
});

test("a refill forgets everything, an unfinished sequence too", async () => {
  const model = open();
  model.feed(bytes("old\x1b[?2004h\x1b]0;never ended"));
  model.refill(bytes("new"), { cols: 20, rows: 3 });
  expect(await model.text(10)).toMatchObject({ cols: 20, rows: 3, lines: ["new", "", ""] });
  expect(await model.modes()).toEqual({ bracketedPaste: false });
});

test("text has as much scrollback as is asked for and there is, and no trailing blanks", async () => {
  const model = open();
  model.feed(bytes("\x1b]2;a title\x071 \r\n2\r\n3\r\n4\r\n5\r\n6\r\n7\r\n8   "));
  expect((await model.text(0)).lines).toEqual(["3", "4", "5", "6", "7", "8"]);
  expect((await model.text(1)).lines[0]).toBe("2");
  const all = await model.text(1000);
  expect(all.lines).toHaveLength(8);
  expect(all).toMatchObject({ title: "a title", cursor: { x: 4, y: 5 } });
});

test("modes that tmux does not tell are reported when they change, as bytes that restore them", async () => {
  const hears = listener();
  const model = open(hears);
  model.feed(bytes("\x1b[?2004h\x1b[?1004h\x1b[5 q\x1b(0\x1b[1;31m\x1b]11;#102030\x07"));
  await vi.waitFor(() => expect(hears.modesChanged).toHaveBeenCalled(), 10_000);
  expect(await model.modes()).toEqual({ bracketedPaste: true });
  const original = new Emulator(SIZE, 100);
  original.feed(bytes("\x1b[?2004h\x1b[?1004h\x1b[5 q\x1b(0\x1b[1;31m"));
  const restored = new Emulator(SIZE, 100);
  restored.feed(hears.modesChanged.mock.lastCall?.[0] ?? bytes(""));
  expect(compareTerminals(original.terminal, restored.terminal)).toEqual([]);
  expect(restored.palette.sequences()).toBe("\x1b]11;rgb:10/20/30\x1b\\");
});

test("a model whose worker dies is told, rejects what was asked, and can be filled again", async () => {
  const hears = listener();
  const model = open(hears);
  model.feed(bytes("gone"));
  await model.modes();
  model.feed(bytes("worker, end"));
  await expect(model.snapshot()).rejects.toMatchObject({ code: "internal" });
  await vi.waitFor(() => expect(hears.lost).toHaveBeenCalledOnce());
  expect(await topOf(model)).toBe("");
  model.refill(bytes("back"), SIZE);
  expect(await topOf(model)).toBe("back");
});

test("a closed model rejects what is asked of it and reports nothing more", async () => {
  const hears = listener();
  const model = open(hears);
  const asked = model.snapshot();
  model.close();
  await expect(asked).rejects.toMatchObject({ code: "internal" });
  await expect(model.text(0)).rejects.toMatchObject({ code: "internal" });
  model.feed(bytes("unheard"));
  await models.stop();
  expect(hears.parsed).not.toHaveBeenCalled();
  expect(hears.lost).not.toHaveBeenCalled();
});

test("a worker that cannot run is not started for ever", async () => {
  const hears = listener();
  models = createScreenModels({ workerEntry: "/nonexistent/worker.mjs", workers: 1 });
  const model = models.open(ID, SIZE, hears);
  await vi.waitFor(() => expect(hears.lost).toHaveBeenCalledTimes(4), 10_000);
  await vi.waitFor(() => expect(model.modes()).rejects.toMatchObject({ code: "internal" }));
});
