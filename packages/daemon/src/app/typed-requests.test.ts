import { expect, test } from "vitest";
import { MaestroError } from "../domain/maestro-error.ts";
import { sessionId } from "../domain/support/a-session.ts";
import { deferred } from "./support/deferred.ts";
import { MemoryNotes } from "./support/fake-files.ts";
import { RecordingLog } from "./support/journal.ts";
import { TypedRequests } from "./typed-requests.ts";

const ID = sessionId(1);

test("a request that is repeated is answered and typed once, also while it is being typed", async () => {
  const typed = new TypedRequests(new MemoryNotes(), new RecordingLog());
  const gate = deferred();
  let times = 0;
  const type = async () => {
    times++;
    await gate.promise;
    return { seq: "r-1" };
  };
  const [first, second] = [typed.once(ID, "a", type), typed.once(ID, "a", type)];
  gate.resolve();
  expect(await first).toEqual({ seq: "r-1" });
  expect(await second).toEqual({ seq: "r-1" });
  expect(await typed.once(ID, "a", type)).toEqual({ seq: "r-1" });
  expect(times).toBe(1);
});

test("other ids, other sessions and requests without an id are typed each", async () => {
  const typed = new TypedRequests(new MemoryNotes(), new RecordingLog());
  let times = 0;
  const type = async () => ({ seq: `${++times}` });
  await typed.once(ID, "a", type);
  await typed.once(ID, "b", type);
  await typed.once(sessionId(2), "a", type);
  await typed.once(ID, null, type);
  await typed.once(ID, null, type);
  expect(times).toBe(5);
});

test("a thousand ids are remembered for a session, and the oldest goes first", async () => {
  const typed = new TypedRequests(new MemoryNotes(), new RecordingLog());
  let times = 0;
  const type = async () => ({ seq: `${++times}` });
  for (let at = 0; at <= 1_000; at++) await typed.once(ID, `${at}`, type);
  await typed.once(ID, "1", type);
  await typed.once(ID, "1000", type);
  expect(times).toBe(1_001);
  await typed.once(ID, "0", type);
  expect(times).toBe(1_002);
});

test("a request that found nothing running may come again; one that failed half way may not", async () => {
  const typed = new TypedRequests(new MemoryNotes(), new RecordingLog());
  let times = 0;
  const failWith = (code: "not_running" | "not_delivered") => (): Promise<{ seq: string }> => {
    times++;
    return Promise.reject(new MaestroError(code, "no"));
  };
  await expect(typed.once(ID, "a", failWith("not_running"))).rejects.toThrow("no");
  await expect(typed.once(ID, "a", async () => ({ seq: "ok" }))).resolves.toEqual({ seq: "ok" });
  await expect(typed.once(ID, "b", failWith("not_delivered"))).rejects.toThrow("no");
  await expect(typed.once(ID, "b", failWith("not_delivered"))).rejects.toThrow("no");
  expect(times).toBe(2);
});

test("what an earlier daemon typed is answered and not typed again", async () => {
  const notes = new MemoryNotes();
  const log = new RecordingLog();
  const earlier = new TypedRequests(notes, log);
  for (let at = 0; at < 60; at++) await earlier.note(ID, `r${at}`);
  await earlier.progressOf(ID, "last", "fix the parser").begun();
  const next = new TypedRequests(notes, log);
  expect(await next.recall(ID, "run-2")).toEqual({ begins: "fix the parser", isTyped: false });
  const type = async () => ({ seq: "typed" });
  expect(await next.once(ID, "last", type)).toEqual({ seq: "run-2" });
  expect(await next.once(ID, "r59", type)).toEqual({ seq: "run-2" });
  // Fifty are noted.
  expect(await next.once(ID, "r3", type)).toEqual({ seq: "typed" });
});

test("what cannot be written down is typed all the same", async () => {
  const notes = new MemoryNotes();
  notes.failure = new Error("disk full");
  const log = new RecordingLog();
  const typed = new TypedRequests(notes, log);
  await typed.progressOf(ID, "a", "text").begun();
  expect(log.lines.join()).toContain("disk full");
});

test("what is written down at once is written one behind the other, the newest last", async () => {
  const gate = deferred();
  const begun: (readonly string[])[] = [];
  const notes = new MemoryNotes();
  const write = notes.write.bind(notes);
  notes.write = async (id, note) => {
    begun.push(note.requests);
    await gate.promise;
    await write(id, note);
  };
  const typed = new TypedRequests(notes, new RecordingLog());
  const both = Promise.all([typed.note(ID, "a"), typed.note(ID, "b")]);
  await new Promise(setImmediate);
  expect(begun).toEqual([["a"]]);
  gate.resolve();
  await both;
  expect(begun).toEqual([["a"], ["a", "b"]]);
  expect(notes.kept.get(ID)?.requests).toEqual(["a", "b"]);
});
