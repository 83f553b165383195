/** What of the index a plain status does not show. */
export interface IndexFindings {
  /** Entries with assume-unchanged: git does not look whether they changed. */
  readonly assumedUnchanged: readonly Buffer[];
  /** Entries with skip-worktree. */
  readonly skipped: readonly Buffer[];
  /** Submodules, initialised or not. */
  readonly gitlinks: readonly Buffer[];
  /** Directories that tracked files lie in, where they were asked for; bytes, one character each. */
  readonly directories?: readonly string[];
}

/** Reads `git ls-files -v -s -z` in pieces, keeping only what is out of the ordinary. */
export interface IndexParser {
  feed(chunk: Buffer): void;
  findings(): IndexFindings;
  /** True where output ended in the middle of an entry or held one that makes no sense. */
  isBroken(): boolean;
}

const TAB = 0x09;
const SLASH = 0x2f;
const LOWER_A = 0x61;
const LOWER_Z = 0x7a;
const GITLINK = Buffer.from("160000 ");

/** A parser at the start of the output. */
export function createIndexParser(options: { readonly directories?: true } = {}): IndexParser {
  const directories: string[] = [];
  const assumedUnchanged: Buffer[] = [];
  const skipped: Buffer[] = [];
  const gitlinks: Buffer[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let broken = false;

  // "<tag> <mode> <object> <stage>\t<name>"
  const take = (bytes: Buffer, start: number, end: number): void => {
    const tag = bytes[start] ?? 0;
    const isAssumed = tag >= LOWER_A && tag <= LOWER_Z;
    const isSkipped = tag === 0x53 || tag === 0x73;
    if (options.directories === true) noteDirectory(bytes, start, end);
    const isGitlink = bytes.compare(GITLINK, 0, GITLINK.length, start + 2, start + 9) === 0;
    if (!isAssumed && !isSkipped && !isGitlink) return;
    const tab = bytes.indexOf(TAB, start);
    if (tab === -1 || tab >= end) {
      broken = true;
      return;
    }
    const name = Buffer.from(bytes.subarray(tab + 1, end));
    if (isAssumed) assumedUnchanged.push(name);
    if (isSkipped) skipped.push(name);
    if (isGitlink) gitlinks.push(name);
  };

  const noteDirectory = (bytes: Buffer, start: number, end: number): void => {
    const tab = bytes.indexOf(TAB, start);
    const slash = bytes.lastIndexOf(SLASH, end - 1);
    if (tab === -1 || slash <= tab) return;
    const directory = bytes.toString("latin1", tab + 1, slash);
    // An index is sorted: files of one directory mostly follow each other.
    if (directories.at(-1) !== directory) directories.push(directory);
  };

  return {
    feed(chunk) {
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
        if (end - start < 10) broken = true;
        else take(bytes, start, end);
        start = end + 1;
      }
      rest = Buffer.from(bytes.subarray(start));
    },
    findings: () => ({
      assumedUnchanged,
      skipped,
      gitlinks,
      ...(options.directories === true ? { directories } : {}),
    }),
    isBroken: () => broken || rest.length > 0,
  };
}
