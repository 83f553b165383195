import * as fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import {
  AttachQuery,
  CreateSession,
  Flag,
  queryNumber,
  SendInput,
  UpdateSession,
} from "./requests.ts";

const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success;

test.each<[string, object, boolean]>([
  ["a directory alone", {}, true],
  ["everything", { command: ["a", ""], env: { A: "" }, name: "n", metadata: { k: [null] } }, true],
  ["the user's shell", { command: "" }, true],
  ["no directory", { cwd: undefined }, false],
  ["an empty directory", { cwd: "" }, false],
  ["a key that nobody knows", { cmd: "ls" }, false],
  ["a command of numbers", { command: [1] }, false],
  ["a variable that is no text", { env: { A: 1 } }, false],
  ["the narrowest and the widest pane", { cols: 2, rows: 1000 }, true],
  ["a pane too narrow", { cols: 1 }, false],
  ["a pane too wide", { cols: 1001 }, false],
  ["half a column", { cols: 80.5 }, false],
  ["a worktree that says too little", { worktree: { base_repo: "/r", branch: "b" } }, false],
  [
    "a branch with NUL",
    { worktree: { base_repo: "/r", branch: "a\0b", create_branch: true } },
    false,
  ],
])("a request for a session with %s is taken: %s", (_name, different, taken) => {
  expect(accepts(CreateSession, { cwd: "/work", ...different })).toBe(taken);
});

test("whatever is sent is answered by the schemas, never by an exception", () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      for (const schema of [CreateSession, UpdateSession, SendInput, AttachQuery]) {
        expect(accepts(schema, value)).toBeTypeOf("boolean");
      }
    }),
  );
});

test("input says whether Enter follows, and may name its request", () => {
  expect(accepts(SendInput, { text: "", submit: true })).toBe(true);
  expect(accepts(SendInput, { text: "x", submit: false, request_id: "r" })).toBe(true);
  expect(accepts(SendInput, { text: "x" })).toBe(false);
  expect(accepts(SendInput, { text: "x", submit: "true" })).toBe(false);
  expect(accepts(SendInput, { text: "x", submit: true, request_id: "" })).toBe(false);
});

test("a flag is the words true and false, nothing else", () => {
  expect([Flag.parse("true"), Flag.parse("false")]).toEqual([true, false]);
  for (const word of ["", "1", "0", "TRUE", "yes", "on", true, null]) {
    expect(accepts(Flag, word)).toBe(false);
  }
});

test("a number in a query is whole, in digits, and within its bounds", () => {
  const schema = queryNumber(2, 1000);
  expect([schema.parse("2"), schema.parse("1000"), schema.parse("080")]).toEqual([2, 1000, 80]);
  for (const text of [
    "1",
    "1001",
    "",
    "-5",
    "8.5",
    "1e2",
    "0x10",
    " 80",
    "80 ",
    "٨٠",
    "9".repeat(99),
  ]) {
    expect(accepts(schema, text)).toBe(false);
  }
});

test("an attach query takes sizes, the claim, and nothing else", () => {
  expect(AttachQuery.parse({ cols: "80", rows: "24", claim: "false" })).toEqual({
    cols: 80,
    rows: 24,
    claim: false,
  });
  expect(AttachQuery.parse({})).toEqual({});
  expect(accepts(AttachQuery, { cols: "80", token: "x" })).toBe(false);
});
