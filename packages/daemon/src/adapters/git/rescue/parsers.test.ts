import fc from "fast-check";
import { expect, test } from "vitest";
import { parseFacts, toFacts, usualMode } from "./facts.ts";
import { parseIndex } from "./parse-index.ts";
import { parseRescueRefs, rescueMessage, rescueRefName } from "./rescue-refs.ts";

const bytes = fc
  .uint8Array({ minLength: 1, maxLength: 12 })
  .map((name) => Buffer.from(name.map((byte) => byte || 1)).toString("latin1"));
const id = fc.stringMatching(/^[0-9a-f]{40}$/);

test("index entries come out as they went in; what is cut off is no index", () => {
  const entry = fc.record({
    name: bytes,
    mode: fc.constantFrom("100644", "100755", "120000", "160000"),
    id,
    stage: fc.integer({ min: 0, max: 3 }),
    skipsWorktree: fc.boolean(),
    isAssumedUnchanged: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const text = entries.map((one) => {
        const tag = one.skipsWorktree ? "S" : "H";
        const shown = one.isAssumedUnchanged ? tag.toLowerCase() : tag;
        return `${shown} ${one.mode} ${one.id} ${one.stage}\t${one.name}\0`;
      });
      const listing = Buffer.from(text.join(""), "latin1");
      expect(parseIndex(listing)).toEqual(entries);
      expect(parseIndex(Buffer.concat([listing, Buffer.from("H 1006")]))).toBeNull();
    }),
  );
});

test("every file's mode follows from the facts, in whatever order they were found", () => {
  const mode = fc.option(fc.constantFrom(0o644, 0o755, 0o600, 0o700, 0o4755, 0o444));
  fc.assert(
    fc.property(fc.dictionary(bytes, mode), (modes) => {
      const found = Object.entries(modes);
      const text = JSON.stringify(toFacts(new Map(found), []));
      expect(JSON.stringify(toFacts(new Map(found.toReversed()), []))).toBe(text);
      const facts = parseFacts(text);
      const unusual = new Map(facts?.modes);
      for (const [name, wanted] of found) {
        const usual = usualMode(facts!.usual, ((wanted ?? 0) & 0o100) !== 0);
        expect(wanted === null ? null : (unusual.get(name) ?? usual)).toBe(wanted);
      }
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => parseFacts(text) === null));
});

test("refs tell what was saved under them, and a pin is no saved state", () => {
  const state = fc.record({
    branch: fc.option(fc.stringMatching(/^[a-z][a-z/.-]*[a-z]$/)),
    head: id,
    baseCommit: fc.option(id),
    savedAt: fc.nat(),
    files: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(fc.tuple(state, id, id)), (saved) => {
      const wanted = saved.map(([facts, commit, index]) => ({
        ref: rescueRefName(facts.branch, facts.savedAt),
        commit,
        saved: facts,
        parents: `${facts.head} ${index}`,
      }));
      const text = wanted
        .map((one) => `${one.ref}\0${one.commit}\0${one.parents}\0${rescueMessage(one.saved)}\0\n`)
        .join("");
      const pin = `refs/maestro/rescue/s1/x-1\0${"0".repeat(40)}\0${"1".repeat(40)}\0work\n\0\n`;
      const [last, ...refs] = parseRescueRefs(text + pin).toReversed();
      expect(last?.saved).toBeNull();
      expect(refs.toReversed()).toEqual(
        wanted.map(({ ref, commit, saved: facts }) => ({ ref, commit, saved: facts })),
      );
    }),
  );
});
