import { expect, test } from "vitest";
import { sizeWords } from "./size-words.ts";

test.each([
  [0, "0 kB"],
  [4096, "4 kB"],
  [999_400, "999 kB"],
  [999_600, "1.0 MB"],
  [9_960_000, "10 MB"],
  [212_345_678, "212 MB"],
  [1_449_000_000, "1.4 GB"],
  [5_000_000_000_000_000, "5000 TB"],
])("%d bytes are %s", (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words);
});
