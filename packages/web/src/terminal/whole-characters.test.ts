import fc from "fast-check";
import { expect, test } from "vitest";
import { joined, WholeCharacters } from "./whole-characters.ts";

const encoder = new TextEncoder();
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

test("text that comes in pieces is handed on in whole characters, and all of it", () => {
  const cuts = fc.array(fc.nat({ max: 5 }), { minLength: 1 });
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), cuts, (text, sizes) => {
      const bytes = encoder.encode(text);
      const characters = new WholeCharacters();
      let shown = "";
      for (let at = 0, turn = 0; at < bytes.length; turn++) {
        const size = (sizes[turn % sizes.length] ?? 0) + 1;
        shown += strict.decode(characters.take(bytes.subarray(at, at + size)));
        at += size;
      }
      expect(shown).toBe(strict.decode(bytes));
    }),
  );
});

test("bytes that are no text lose nothing but what may still become a character", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (pieces) => {
      const characters = new WholeCharacters();
      const taken = joined(pieces.map((piece) => characters.take(piece)));
      const all = joined(pieces);
      expect(all.length - taken.length).toBeLessThanOrEqual(3);
      expect(all.subarray(0, taken.length)).toEqual(taken);
      expect(characters.take(encoder.encode("."))).toEqual(
        joined([all.subarray(taken.length), encoder.encode(".")]),
      );
    }),
  );
});
