import { expect, test } from "vitest";
import { resolveSession } from "./resolve-session.ts";
import { aSession } from "./support/a-session.ts";

const a = aSession({ id: "abcd0000-0000-4000-8000-000000000001", metadata: { name: "fix" } });
const b = aSession({ id: "abcd1111-0000-4000-8000-000000000002", metadata: { name: "docs" } });
const c = aSession({ id: "beef0000-0000-4000-8000-000000000003", metadata: { name: "abcd" } });
const d = aSession({ id: "feed0000-0000-4000-8000-000000000004", metadata: { name: "docs" } });
const e = aSession({ id: "0e0e0000-0000-4000-8000-000000000005", metadata: {} });
const all = [a, b, c, d, e];

test.each([
  ["its full id", b.id, b],
  ["its full id in capitals", b.id.toUpperCase(), b],
  ["the unique beginning of its id", "abcd1", b],
  ["its unique name", "fix", a],
  ["a name that is also the beginning of other ids", "abcd", c],
])("finds a session by %s", (_, word, session) => {
  expect(resolveSession(all, word)).toEqual({ kind: "found", session });
});

test("a name that two have is ambiguous", () => {
  expect(resolveSession(all, "docs")).toEqual({ kind: "ambiguous", sessions: [b, d] });
});

test("a beginning that two ids have is ambiguous", () => {
  expect(resolveSession([a, b], "abcd")).toEqual({ kind: "ambiguous", sessions: [a, b] });
});

test.each(["", "nothing", "docs ", "ffff"])("%j finds nothing", (word) => {
  expect(resolveSession(all, word)).toEqual({ kind: "missing" });
});
