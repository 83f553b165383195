import fc from "fast-check";
import { expect, test } from "vitest";
import { parseDiff } from "./parse-diff.ts";
import { createPatchSplitter } from "./split-patches.ts";

const name = fc
  .uint8Array({ minLength: 1, maxLength: 12 })
  .map((bytes) => Buffer.from(bytes.map((byte) => byte || 1)).toString("latin1"));
const count = fc.option(fc.nat());
const change = fc.record({
  name,
  oldName: fc.option(name),
  letter: fc.constantFrom("A", "M", "D", "T"),
  additions: count,
});

test("raw and numstat records come out as they went in", () => {
  fc.assert(
    fc.property(fc.uniqueArray(change, { selector: (one) => one.name }), (wanted) => {
      const all = wanted.map((one) => ({
        ...one,
        letter: one.oldName === null ? one.letter : "R",
        deletions: one.additions,
      }));
      const raw = all.map((one) => {
        const head = `:100644 100644 ${"0".repeat(7)} ${"1".repeat(7)} ${one.letter}`;
        return one.oldName === null
          ? `${head}\0${one.name}\0`
          : `${head}087\0${one.oldName}\0${one.name}\0`;
      });
      const counts = all.map((one) => {
        const lines = one.additions === null ? "-\t-" : `${one.additions}\t${one.additions}`;
        return one.oldName === null
          ? `${lines}\t${one.name}\0`
          : `${lines}\t\0${one.oldName}\0${one.name}\0`;
      });
      const output = Buffer.from([...raw, ...counts].join(""), "latin1");
      expect(parseDiff(output)).toEqual(all);
      expect(parseDiff(Buffer.concat([output, Buffer.from("cut off")]))).toBeNull();
    }),
  );
});

test("what is no answer of git's is none", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
      const changes = parseDiff(Buffer.from(bytes));
      expect(changes === null || Array.isArray(changes)).toBe(true);
    }),
  );
  expect(parseDiff(Buffer.from("nonsense\0"))).toBeNull();
});

const body = fc
  .array(
    fc.constantFrom("+diff --git a b", "-x", " ", "@@ -1 +1 @@", "\\ No newline at end of file"),
  )
  .map((lines) => lines.map((line) => `${line}\n`).join(""));

test("patches are told apart wherever the output is cut, and long ones are dropped", () => {
  fc.assert(
    fc.property(
      fc.array(body),
      fc.array(fc.nat()),
      fc.integer({ min: 40, max: 120 }),
      (bodies, cuts, max) => {
        const patches = bodies.map((text, at) => `diff --git a/${at} b/${at}\n${text}`);
        const bytes = Buffer.from(`before\n${patches.join("")}`);
        const splitter = createPatchSplitter(max);
        const places = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
        for (const [at, start] of [0, ...places].entries()) {
          splitter.feed(bytes.subarray(start, places[at] ?? bytes.length));
        }
        expect(splitter.finish()).toEqual(
          patches.map((text) => ({ text: text.length > max ? null : text })),
        );
      },
    ),
  );
});

test("a line that never ends costs no memory", () => {
  const splitter = createPatchSplitter(100);
  splitter.feed(Buffer.from("diff --git a b\n+"));
  for (let n = 0; n < 1000; n++) splitter.feed(Buffer.alloc(10_000, "x"));
  splitter.feed(Buffer.from("\ndiff --git c d\n+y\n"));
  expect(splitter.finish()).toEqual([{ text: null }, { text: "diff --git c d\n+y\n" }]);
});
