import fc from "fast-check";
import { expect, test } from "vitest";
import { safeName } from "./claim-directory.ts";
import { parseMountPoints } from "./lives-in.ts";
import { createIndexParser } from "./parse-index-entries.ts";
import { createStatusParser, type StatusEntry } from "./parse-status.ts";
import { parsePatches } from "./picked-commits.ts";
import { parseTypes, tipsOf } from "./pin-rescue.ts";
import { compilePrecious, withoutEnvironments } from "./precious.ts";
import { countStashes } from "./stash-notes.ts";
import { parseCommits } from "./unpushed.ts";
import { isAtLeast, parseVersion } from "./version.ts";

/** Cuts bytes at arbitrary places, as a pipe does. */
function cut(bytes: Buffer, places: readonly number[]): readonly Buffer[] {
  const at = places.map((place) => place % (bytes.length + 1)).sort((a, b) => a - b);
  return [0, ...at].map((start, n) => bytes.subarray(start, at[n] ?? bytes.length));
}

const nameBytes = fc
  .uint8Array({ minLength: 1, maxLength: 20 })
  .map((bytes) => Buffer.from(bytes.map((byte) => (byte === 0 ? 1 : byte))));
const places = fc.array(fc.nat(), { maxLength: 10 });
const ID = "0".repeat(40);

const statusRecord = fc.oneof(
  nameBytes.map((name) => ({
    kind: "changed",
    name,
    text: [`1 .M N... 100644 100644 100644 ${ID} ${ID} `, name, "\0"],
  })),
  nameBytes.map((name) => ({
    kind: "changed",
    name,
    text: [`2 R. N... 100644 100644 100644 ${ID} ${ID} R100 `, name, "\0", "? former", "\0"],
  })),
  nameBytes.map((name) => ({
    kind: "changed",
    name,
    text: [`u UU N... 100644 100644 100644 100644 ${ID} ${ID} ${ID} `, name, "\0"],
  })),
  nameBytes.map((name) => ({ kind: "untracked", name, text: ["? ", name, "\0"] })),
  nameBytes.map((name) => ({ kind: "ignored", name, text: ["! ", name, "\0"] })),
);

test("status entries come out as they went in, wherever the output is cut", () => {
  fc.assert(
    fc.property(fc.array(statusRecord), places, (records, where) => {
      const bytes = Buffer.concat(
        records.flatMap((one) => one.text.map((part) => Buffer.from(part))),
      );
      const parser = createStatusParser();
      const entries: StatusEntry[] = cut(bytes, where).flatMap((chunk) => [...parser.feed(chunk)]);
      expect(parser.isCutOff()).toBe(false);
      expect(entries.map((entry) => ("name" in entry ? [entry.kind, entry.name] : []))).toEqual(
        records.map((one) => [one.kind, one.name]),
      );
    }),
  );
});

test("whatever the bytes, where they are cut makes no difference", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), places, (bytes, where) => {
      const whole = createStatusParser();
      const parts = createStatusParser();
      const expected = whole.feed(Buffer.from(bytes));
      const entries = cut(Buffer.from(bytes), where).flatMap((chunk) => [...parts.feed(chunk)]);
      expect(entries).toEqual(expected);
      expect(parts.isCutOff()).toBe(whole.isCutOff());
      const known = expected.every(
        (entry) => entry.kind !== "strange" || !/^[?!] ./s.test(entry.text),
      );
      expect(known).toBe(true);
    }),
  );
});

const indexRecord = fc.record({
  tag: fc.constantFrom("H", "h", "S", "s", "M"),
  mode: fc.constantFrom("100644", "100755", "120000", "160000"),
  name: nameBytes,
});

test("flagged index entries and submodules are found, wherever the output is cut", () => {
  fc.assert(
    fc.property(fc.array(indexRecord), places, (records, where) => {
      const parser = createIndexParser();
      const bytes = Buffer.concat(
        records.flatMap(({ tag, mode, name }) => [
          Buffer.from(`${tag} ${mode} ${ID} 0\t`),
          name,
          Buffer.from([0]),
        ]),
      );
      for (const chunk of cut(bytes, where)) parser.feed(chunk);
      expect(parser.isBroken()).toBe(false);
      const names = (wanted: (one: (typeof records)[number]) => boolean): readonly Buffer[] =>
        records.filter(wanted).map(({ name }) => name);
      expect(parser.findings()).toEqual({
        assumedUnchanged: names(({ tag }) => tag === "h" || tag === "s"),
        skipped: names(({ tag }) => tag === "S" || tag === "s"),
        gitlinks: names(({ mode }) => mode === "160000"),
      });
    }),
  );
});

test("an index entry that is cut off or makes no sense is a doubt", () => {
  const cutOff = createIndexParser();
  cutOff.feed(Buffer.from(`H 100644 ${ID} 0\tname`));
  expect(cutOff.isBroken()).toBe(true);
  const strange = createIndexParser();
  strange.feed(Buffer.from("h 100644 without a tab\0"));
  expect(strange.isBroken()).toBe(true);
});

test("commits with their subjects; anything else is no answer", () => {
  expect(parseCommits(`commit ${ID}\n${ID}\0a "subject"\ncommit ${ID}\n${ID}\0\n`)).toEqual([
    { id: ID, subject: 'a "subject"' },
    { id: ID, subject: "" },
  ]);
  expect(parseCommits("")).toEqual([]);
  expect(parseCommits("warning: odd\n")).toBeNull();
});

const patch = (line: number, id: string, text: string): string =>
  `diff --git a/f b/f\nindex ${id}..${id} 100644\n--- a/f\n+++ b/f\n@@ -${line} +${line} @@ fn\n${text}\n`;
const binary = (id: string): string =>
  `diff --git a/f b/f\nindex ${id}..${id} 100644\nBinary files a/f and b/f differ\n`;

test("patches are equal but for line numbers and whole-file ids, not for spaces or binary ids", () => {
  const one = "a".repeat(40);
  const two = "b".repeat(40);
  const pair = (a: string, b: string): boolean => {
    const patches = parsePatches(`${one}\n${a}${two}\n${b}`);
    return patches.get(one) === patches.get(two);
  };
  expect(pair(patch(1, one, "+x"), patch(9, two, "+x"))).toBe(true);
  expect(pair(patch(1, one, "+x"), patch(1, one, "+ x"))).toBe(false);
  expect(pair(binary(one), binary(two))).toBe(false);
  expect(pair(binary(one), binary(one))).toBe(true);
  expect(parsePatches(`${one}\n`).size).toBe(0);
});

test("tips are the commits that no other one stands on", () => {
  const [a, b, c] = ["a", "b", "c"].map((letter) => letter.repeat(40)) as [string, string, string];
  expect(tipsOf(`${a} ${b}\n${b} ${c}\n${c}\n`)).toEqual([a]);
  expect(tipsOf(`${a} ${c}\n${b} ${c}\n`)).toEqual([a, b]);
  expect(parseTypes(`${a} commit\n${b} missing\n${c} blob\n`)).toEqual([
    { id: a, type: "commit" },
    { id: c, type: "blob" },
  ]);
});

test("precious patterns match names anywhere and paths whole, a directory with all in it", () => {
  const patterns = [".env", ".env.*", "data/**/*.db", "/top.txt", "keep/", "a/store"];
  const isPrecious = compilePrecious(patterns);
  const yes = [".env", "a/b/.env", ".env.local", "x/.env.a.b", "data/x.db", "data/a/b/x.db"];
  const inside = [".env/x", "x/.env.d/a/b", "keep/f", "a/keep/b/f", "a/store/f", "top.txt/f"];
  for (const path of [...yes, ...inside]) expect([path, isPrecious(path)]).toEqual([path, true]);
  const no = [".envrc", "xenv", "a.env", "x.db", "a/data/x.db", "a/top.txt", "keep", "b/a/store/f"];
  for (const path of no) expect([path, isPrecious(path)]).toEqual([path, false]);
});

test("a Python environment is not precious, whatever it is called", () => {
  const names = [".env/bin/python", ".env/pyvenv.cfg", "a/.env/secret", ".env.local", "pyvenv.cfg"];
  expect(withoutEnvironments(names)).toEqual(["a/.env/secret", ".env.local", "pyvenv.cfg"]);
});

test("a safe name is one plain path component whatever the branch is called", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (branch) => {
      const name = safeName(branch);
      expect(name).toMatch(/^[\p{L}\p{N}_][\p{L}\p{N}._-]*$/u);
      expect(name).not.toMatch(/[.-]$|\.\./);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240);
    }),
  );
});

test("stashes are counted by the branch they were made on", () => {
  const messages = "WIP on s1: abc x\0On s1: named\0WIP on s10: abc\0On other: On s1: x\0";
  expect(countStashes(messages, "s1")).toBe(2);
});

test("versions of git and of vendors", () => {
  expect(parseVersion("git version 2.39.5\n")).toBe("2.39.5");
  expect(parseVersion("git version 2.39.3 (Apple Git-146)")).toBe("2.39.3");
  expect(parseVersion("git version 2.45.1.windows.1")).toBe("2.45.1");
  expect(parseVersion("gti: not found")).toBeNull();
  expect([
    isAtLeast("2.38.0", [2, 38]),
    isAtLeast("2.9.9", [2, 38]),
    isAtLeast("3.0", [2, 38]),
  ]).toEqual([true, false, true]);
  expect(isAtLeast(null, [2, 38])).toBe(false);
});

test("mount points with spaces are read", () => {
  const line = "36 35 98:0 / /mnt/with\\040space rw,noatime shared:1 - ext4 /dev/root rw\n";
  expect(parseMountPoints(line)).toEqual(["/mnt/with space"]);
});
