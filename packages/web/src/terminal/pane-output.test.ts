import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OutputTurns } from "./output-turns.ts";
import { PaneOutput } from "./pane-output.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const KIB = 1024;

/** A pane whose emulator parses at once and notes what it got, and when. */
function pane(turns = new OutputTurns()) {
  const got: { at: number; data: string }[] = [];
  const note = (data: string): void => void got.push({ at: performance.now(), data });
  const output = new PaneOutput(
    {
      write(data, parsed) {
        const text = typeof data === "string" ? data : new TextDecoder().decode(data);
        if (text !== "") note(text);
        parsed?.();
      },
      reset: () => note("reset"),
      resize: (cols, rows) => note(`${cols}x${rows}`),
    },
    turns,
  );
  const text = (): string => got.map(({ data }) => data).join("");
  const print = (what: string): void => output.write(new TextEncoder().encode(what), () => {});
  return { output, got, text, print };
}

test("what is printed into a quiet pane is shown at once", () => {
  const { print, text } = pane();
  print("hello");
  expect(text()).toBe("hello");
});

test("a flood is parsed by turns, in order and to its end", () => {
  const { print, got, text } = pane();
  const lines = Array.from({ length: 60_000 }, (_, at) => `${at}\n`).join("");
  for (let at = 0; at < lines.length; at += 3000) print(lines.slice(at, at + 3000));
  expect(text().length).toBeLessThanOrEqual(64 * KIB);
  vi.advanceTimersByTime(50);
  expect(text().length).toBeLessThanOrEqual(128 * KIB);
  vi.runAllTimers();
  expect(text()).toBe(lines);
  const begun = [...new Set(got.map(({ at }) => at))];
  const gaps = begun.slice(1).map((begin, at) => begin - (begun[at] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(50);
});

test("a flood leaves the time after a key to its echo, and still gets on", () => {
  const turns = new OutputTurns();
  const { print, got, text } = pane(turns);
  const pressed: number[] = [];
  const press = (): void => {
    turns.typed();
    pressed.push(performance.now());
  };
  press();
  print("x".repeat(256 * KIB));
  for (let key = 0; key < 50; key++) {
    vi.advanceTimersByTime(key % 5 === 0 ? 90 : 25);
    press();
  }
  const echoes = pressed.filter((at) => got.some((one) => one.at > at && one.at < at + 30));
  expect(echoes.length).toBeLessThanOrEqual(pressed.length / 5);
  expect(text().length).toBeGreaterThanOrEqual(10 * 16 * KIB);
  expect(Math.max(...got.map(({ data }) => data.length))).toBe(16 * KIB);
});

test("panes that flood share the turns, and each gets on", () => {
  const turns = new OutputTurns();
  const panes = [pane(turns), pane(turns), pane(turns)];
  for (const { print } of panes) print("x".repeat(256 * KIB));
  const shown = (): number[] => panes.map(({ text }) => text().length);
  vi.advanceTimersByTime(50 * 3);
  expect(shown().reduce((sum, length) => sum + length)).toBeLessThanOrEqual(4 * 64 * KIB);
  expect(Math.min(...shown())).toBeGreaterThan(0);
  vi.runAllTimers();
  expect(shown()).toEqual([256 * KIB, 256 * KIB, 256 * KIB]);
});

test("nothing waits in the pane that has the keys, whatever floods beside it", () => {
  const turns = new OutputTurns();
  const [typist, flood] = [pane(turns), pane(turns)];
  typist.output.keys(true);
  flood.print("x".repeat(64 * KIB));
  typist.print("a");
  expect(typist.text()).toBe("a");
  flood.output.keys(true);
  expect(flood.text()).toHaveLength(64 * KIB);
});

test("a snapshot is painted in one go, with the stream before and behind it in their places", () => {
  const { output, print, got, text } = pane();
  print("x".repeat(100 * KIB));
  output.replace(
    new TextEncoder().encode("s".repeat(40 * KIB)),
    () => {
      output.reset();
      output.resize(80, 24);
    },
    () => got.push({ at: performance.now(), data: "live" }),
  );
  print("stream");
  vi.runAllTimers();
  expect(text().replace(/x+/g, "x").replace(/s{9,}/, "s")).toBe("xreset80x24slivestream");
  const snapshot = got.filter(({ data }) => data === "reset" || data === "live");
  expect(snapshot[0]?.at).toBe(snapshot[1]?.at);
});

test("a character whose bytes come apart is whole again, also where a long piece is cut", () => {
  const { output, text } = pane();
  output.keys(true);
  const bytes = new TextEncoder().encode("\u2014".repeat(100_000));
  output.write(bytes.subarray(0, 200_000), () => {});
  output.write(bytes.subarray(200_000), () => {});
  expect(text()).toBe("\u2014".repeat(100_000));
});

test("a character that was begun before a snapshot does not spoil it", () => {
  const { output, text } = pane();
  output.keys(true);
  output.write(Uint8Array.of(0xe2, 0x80), () => {});
  output.replace(
    new TextEncoder().encode("new"),
    () => {},
    () => {},
  );
  expect(text()).toBe("new");
});

test("a pane that is closed asks for no more turns", () => {
  const { output, print, text } = pane();
  print("x".repeat(256 * KIB));
  output.dispose();
  const before = text();
  vi.runAllTimers();
  expect(text()).toBe(before);
});
