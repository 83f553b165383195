/** One file's part of a patch; `text` is null where it is longer than was asked for. */
export interface Patch {
  readonly text: string | null;
}

/** Cuts a patch of many files into one for each, in pieces, and forgets what is too long. */
export interface PatchSplitter {
  feed(chunk: Buffer): void;
  /** All patches, once everything was fed. */
  finish(): readonly Patch[];
}

// No line of a file can begin like this: each has a sign in front. Names with line breaks are quoted.
const START = Buffer.from("diff --");

/** A splitter that keeps at most so many bytes of each file's patch. */
export function createPatchSplitter(maxBytes: number): PatchSplitter {
  const patches: Patch[] = [];
  let parts: Buffer[] = [];
  let length = 0;
  let rest: Buffer = Buffer.alloc(0);
  // What stands before the first patch belongs to no file.
  let isInside = false;

  const take = (bytes: Buffer): void => {
    length += bytes.length;
    if (length <= maxBytes) parts.push(Buffer.from(bytes));
  };
  const close = (): void => {
    if (isInside)
      patches.push({ text: length > maxBytes ? null : Buffer.concat(parts).toString() });
    parts = [];
    length = 0;
  };
  const line = (bytes: Buffer): void => {
    if (bytes.subarray(0, START.length).equals(START)) {
      close();
      isInside = true;
    }
    take(bytes);
  };

  return {
    feed(chunk) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = bytes.indexOf(0x0a); end !== -1; end = bytes.indexOf(0x0a, start)) {
        line(bytes.subarray(start, end + 1));
        start = end + 1;
      }
      rest = Buffer.from(bytes.subarray(start));
      // A line without end is kept only while it may matter.
      if (rest.length > maxBytes && isInside) {
        length += maxBytes;
        rest = rest.subarray(0, START.length);
      }
    },
    finish() {
      if (rest.length > 0) line(rest);
      close();
      isInside = false;
      return patches;
    },
  };
}
