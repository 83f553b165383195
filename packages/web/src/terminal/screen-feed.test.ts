import { expect, test } from "vitest";
import { aSession } from "../support/a-session.ts";
import { type Screen, ScreenFeed } from "./screen-feed.ts";

/** A terminal that parses only when it is told to. */
class SlowScreen implements Screen {
  readonly log: string[] = [];
  readonly #waiting: { data: string; begin?: () => void; parsed: () => void }[] = [];

  write(bytes: Uint8Array, parsed: () => void): void {
    this.#waiting.push({ data: new TextDecoder().decode(bytes), parsed });
  }
  replace(snapshot: Uint8Array, begin: () => void, parsed: () => void): void {
    this.#waiting.push({ data: new TextDecoder().decode(snapshot), begin, parsed });
  }
  inOrder(act: () => void): void {
    this.#waiting.push({ data: "", parsed: act });
  }
  reset(): void {
    this.log.push("reset");
  }
  resize(cols: number, rows: number): void {
    this.log.push(`${cols}x${rows}`);
  }
  parse(): void {
    for (const { data, begin, parsed } of this.#waiting.splice(0)) {
      begin?.();
      if (data !== "") this.log.push(data);
      parsed();
    }
  }
}

function feed() {
  const screen = new SlowScreen();
  const told: string[] = [];
  const it = new ScreenFeed(screen, {
    sized: (cols, rows) => told.push(`sized ${cols}x${rows}`),
    live: () => told.push("live"),
    taken: (count) => told.push(`taken ${count}`),
    overflowed: () => told.push("overflowed"),
  });
  return { screen, told, it };
}

const bytes = (text: string) => new TextEncoder().encode(text);
const attached = { type: "attached", session: aSession(), cols: 80, rows: 24 } as const;

test("a snapshot replaces the old screen in one go, once it is whole", () => {
  const { screen, told, it } = feed();
  it.frame(attached);
  it.bytes(bytes("first half "));
  screen.parse();
  expect(screen.log).toEqual([]);
  it.bytes(bytes("second half"));
  it.frame({ type: "live" });
  it.bytes(bytes("stream"));
  screen.parse();
  expect(screen.log).toEqual(["reset", "80x24", "first half second half", "stream"]);
  expect(told).toEqual(["sized 80x24", "live", "taken 22"]);
});

test("a new size takes its place between the bytes around it", () => {
  const { screen, it } = feed();
  it.frame(attached);
  it.frame({ type: "live" });
  it.bytes(bytes("before"));
  it.frame({ type: "resized", cols: 100, rows: 30 });
  it.bytes(bytes("after"));
  screen.parse();
  expect(screen.log).toEqual(["reset", "80x24", "before", "100x30", "after"]);
});

test("after a resync the stream goes on from the new snapshot", () => {
  const { screen, it } = feed();
  it.frame(attached);
  it.frame({ type: "live" });
  it.bytes(bytes("old"));
  it.frame({ type: "resync", cols: 90, rows: 20 });
  it.bytes(bytes("new"));
  it.frame({ type: "live" });
  screen.parse();
  expect(screen.log).toEqual(["reset", "80x24", "old", "reset", "90x20", "new"]);
});

test("more than can be parsed in time is let go, until the next attach", () => {
  const { screen, told, it } = feed();
  it.frame(attached);
  it.frame({ type: "live" });
  for (let sent = 0; sent < 20; sent++) it.bytes(new Uint8Array(1024 * 1024));
  expect(told.filter((word) => word === "overflowed")).toEqual(["overflowed"]);
  expect(it.unparsed).toBe(12 * 1024 * 1024);
  screen.parse();
  expect(it.unparsed).toBe(0);
  it.bytes(bytes("still ignored"));
  it.frame(attached);
  it.bytes(bytes("seen"));
  it.frame({ type: "live" });
  screen.parse();
  expect(screen.log.at(-1)).toBe("seen");
  expect(screen.log).not.toContain("still ignored");
});

test("what is parsed is told from the first snapshot on, and at least every 32 KiB", () => {
  const { screen, told, it } = feed();
  it.frame(attached);
  it.bytes(new Uint8Array(100));
  it.frame({ type: "live" });
  for (let sent = 0; sent < 64; sent++) it.bytes(new Uint8Array(1024));
  expect(told).toEqual([]);
  screen.parse();
  const counts = told
    .filter((word) => word.startsWith("taken"))
    .map((word) => Number(word.slice(6)));
  expect(counts[0]).toBe(100);
  expect(counts.at(-1)).toBeGreaterThan(100 + 32 * 1024);
  for (const [at, count] of counts.entries()) {
    expect(count - (counts[at - 1] ?? 0)).toBeLessThanOrEqual(32 * 1024);
  }
  // A new attachment counts from nothing.
  it.frame(attached);
  it.bytes(new Uint8Array(7));
  it.frame({ type: "live" });
  screen.parse();
  expect(told.at(-1)).toBe("taken 7");
});
