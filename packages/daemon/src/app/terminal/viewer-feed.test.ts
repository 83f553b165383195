import { beforeEach, expect, test } from "vitest";
import { FakeViewer } from "../support/fake-viewer.ts";
import { type Deferred, deferred, settled } from "../support/deferred.ts";
import type { Snapshot } from "../../ports/screen-models.ts";
import { ViewerFeed } from "./viewer-feed.ts";

const SIZE = { cols: 80, rows: 24 };
const EXIT = { code: 0, signal: null, at: 1 };
const MIB = 1024 * 1024;

let viewer: FakeViewer;
let feed: ViewerFeed;
/** Every snapshot that was asked for, in order. */
let asked: Deferred<Snapshot>[];
let rawTail: Uint8Array;

beforeEach(() => {
  viewer = new FakeViewer();
  asked = [];
  rawTail = new Uint8Array();
  const snapshot = (): Promise<Snapshot> => {
    const answer = deferred<Snapshot>();
    asked.push(answer);
    return answer.promise;
  };
  feed = new ViewerFeed(viewer, { snapshot, size: () => SIZE, rawTail: () => rawTail });
});

const bytes = (text: string): Uint8Array => Buffer.from(text, "latin1");

/** The snapshot that was asked for as number `at` is ready. */
async function ready(at: number, text = `[${at}]`): Promise<void> {
  asked[at]?.resolve({ ...SIZE, bytes: bytes(text) });
  await settled();
}

async function unavailable(at: number): Promise<void> {
  asked[at]?.reject(new Error("the model was lost"));
  await settled();
}

test("a client gets the snapshot, then exactly the bytes that came after it was asked for", async () => {
  feed.bytes(bytes("before"));
  feed.begin();
  feed.bytes(bytes("a"));
  feed.bytes(bytes("b"));
  expect(viewer.got).toEqual([]);
  await ready(0);
  feed.bytes(bytes("c"));
  expect(viewer.got).toEqual(["<[0]>", "live", "<a>", "<b>", "<c>"]);
});

test("a client that does not keep up gets nothing more until it drained, then a new snapshot", async () => {
  feed.begin();
  await ready(0);
  viewer.isStalled = true;
  feed.bytes(bytes("x".repeat(3 * MIB)));
  const sent = viewer.got.length;
  feed.bytes(bytes("lost"));
  feed.resized({ cols: 60, rows: 20 });
  expect(viewer.got).toHaveLength(sent);
  viewer.isStalled = false;
  viewer.queuedBytes = 0;
  feed.drained();
  feed.bytes(bytes("d"));
  await ready(1);
  expect(viewer.got.slice(sent)).toEqual(["resync", "<[1]>", "live", "<d>"]);
  expect(viewer.frames).toContainEqual({ type: "resync", ...SIZE });
});

test("what is queued for one client stays within a few MiB however much comes", async () => {
  feed.begin();
  await ready(0);
  viewer.isStalled = true;
  for (let at = 0; at < 1_000; at++) feed.bytes(bytes("x".repeat(64 * 1024)));
  expect(viewer.queuedBytes).toBeLessThanOrEqual(2 * MIB + 64 * 1024);
});

test("a client that keeps up is not bothered when its network drained", async () => {
  feed.drained();
  feed.begin();
  await ready(0);
  feed.drained();
  expect(viewer.got).toEqual(["<[0]>", "live"]);
  expect(asked).toHaveLength(1);
});

test("more than can be kept while a snapshot is made: another one is asked for, nothing is kept", async () => {
  feed.begin();
  for (let at = 0; at < 20; at++) feed.bytes(bytes("x".repeat(MIB)));
  feed.bytes(bytes("tail"));
  await ready(0);
  expect(viewer.got).toEqual([]);
  expect(asked).toHaveLength(2);
  feed.bytes(bytes("after"));
  await ready(1);
  expect(viewer.got).toEqual(["<[1]>", "live", "<after>"]);
});

test("a size that changes while a snapshot is made: it is told, and a snapshot of it is asked for", async () => {
  feed.begin();
  feed.bytes(bytes("old size"));
  feed.resized({ cols: 60, rows: 20 });
  feed.bytes(bytes("new size"));
  await ready(0);
  expect(viewer.got).toEqual(["resized"]);
  await ready(1);
  expect(viewer.got).toEqual(["resized", "<[1]>", "live", "<new size>"]);
});

test("a size that changes in the stream is told between the bytes around it", async () => {
  feed.begin();
  await ready(0);
  feed.bytes(bytes("a"));
  feed.resized({ cols: 60, rows: 20 });
  feed.bytes(bytes("b"));
  expect(viewer.got).toEqual(["<[0]>", "live", "<a>", "resized", "<b>"]);
});

test("a gap in the stream is announced, and a new snapshot follows", async () => {
  feed.begin();
  await ready(0);
  feed.bytes(bytes("a"));
  feed.resync();
  feed.bytes(bytes("b"));
  await ready(1);
  expect(viewer.got).toEqual(["<[0]>", "live", "<a>", "resync", "<[1]>", "live", "<b>"]);
});

test("of two snapshots that were asked for the newer one counts, whichever comes first", async () => {
  feed.begin();
  feed.bytes(bytes("a"));
  feed.resync();
  feed.bytes(bytes("b"));
  await ready(1);
  await ready(0);
  expect(viewer.got).toEqual(["resync", "<[1]>", "live", "<b>"]);
});

test("that the command ended is said once, behind the last byte", async () => {
  feed.begin();
  feed.bytes(bytes("bye"));
  feed.ended(EXIT);
  expect(viewer.got).toEqual([]);
  await ready(0);
  expect(viewer.got).toEqual(["<[0]>", "live", "<bye>", "ended"]);
  expect(viewer.frames.at(-1)).toEqual({ type: "ended", exit: EXIT });
});

test("a client that was behind when the command ended hears of it behind its new snapshot", async () => {
  feed.begin();
  await ready(0);
  viewer.isStalled = true;
  feed.bytes(bytes("x".repeat(3 * MIB)));
  feed.ended(EXIT);
  expect(viewer.got).not.toContain("ended");
  viewer.isStalled = false;
  viewer.queuedBytes = 0;
  feed.drained();
  await ready(1);
  expect(viewer.got.slice(-4)).toEqual(["resync", "<[1]>", "live", "ended"]);
});

test("a client that falls behind over what waited for its snapshot hears of the end once", async () => {
  feed.begin();
  viewer.isStalled = true;
  feed.bytes(bytes("x".repeat(3 * MIB)));
  feed.bytes(bytes("lost"));
  feed.ended(EXIT);
  await ready(0);
  expect(viewer.got).not.toContain("ended");
  viewer.isStalled = false;
  viewer.queuedBytes = 0;
  feed.drained();
  await ready(1);
  expect(viewer.got.filter((got) => got === "ended")).toHaveLength(1);
  expect(viewer.got.at(-1)).toBe("ended");
});

test("a client that goes on without a snapshot gets the last of the stream once, if any is kept", async () => {
  rawTail = bytes("tail and pending");
  feed.begin();
  feed.bytes(bytes("pending"));
  for (const attempt of [0, 1, 2]) await unavailable(attempt);
  feed.bytes(bytes("next"));
  expect(viewer.got).toEqual(["<tail and pending>", "live", "<next>"]);
});

test("a snapshot that cannot be made is asked for again, and after three a client goes on without", async () => {
  feed.begin();
  await unavailable(0);
  await unavailable(1);
  feed.bytes(bytes("a"));
  await unavailable(2);
  expect(viewer.got).toEqual(["live", "<a>"]);
  expect(asked).toHaveLength(3);
});

test("failures of long ago do not count against a new snapshot", async () => {
  feed.begin();
  await unavailable(0);
  await unavailable(1);
  await ready(2);
  feed.resync();
  await unavailable(3);
  await ready(4);
  expect(viewer.got).toEqual(["<[2]>", "live", "resync", "<[4]>", "live"]);
});

test("a client that left, or whose terminal is gone, gets nothing more", async () => {
  feed.begin();
  feed.leave();
  await ready(0);
  feed.bytes(bytes("a"));
  feed.resync();
  feed.ended(EXIT);
  feed.close("removed");
  expect(viewer.got).toEqual([]);
  expect(viewer.closedFor).toBeNull();
});

test("that the terminal is gone is said once", async () => {
  feed.begin();
  await ready(0);
  feed.close("removed");
  feed.close("stopping");
  feed.bytes(bytes("a"));
  expect(viewer.closedFor).toBe("removed");
  expect(viewer.got).toEqual(["<[0]>", "live"]);
});
