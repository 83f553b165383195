import { expect, test } from "vitest";
import { aSession } from "../support/a-session.ts";
import { ScreenFeed } from "./screen-feed.ts";

/** An emulator that parses only when it is told to. */
class SlowScreen {
  readonly log: string[] = [];
  readonly #waiting: { data: Uint8Array | string; parsed?: (() => void) | undefined }[] = [];

  write(data: Uint8Array | string, parsed?: () => void): void {
    this.#waiting.push({ data, parsed });
  }
  reset(): void {
    this.log.push("reset");
  }
  resize(cols: number, rows: number): void {
    this.log.push(`${cols}x${rows}`);
  }
  parse(): void {
    for (const { data, parsed } of this.#waiting.splice(0)) {
      if (data.length > 0)
        this.log.push(typeof data === "string" ? data : new TextDecoder().decode(data));
      parsed?.();
    }
  }
}

function feed() {
  const screen = new SlowScreen();
  const told: string[] = [];
  const it = new ScreenFeed(screen, {
    sized: (cols, rows) => told.push(`sized ${cols}x${rows}`),
    live: () => told.push("live"),
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
  expect(screen.log).toEqual(["reset", "80x24", "first half ", "second half", "stream"]);
  expect(told).toEqual(["sized 80x24", "live"]);
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
