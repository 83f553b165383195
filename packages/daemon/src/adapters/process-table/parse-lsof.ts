/** The directory that a process works in. */
export interface WorkingDirectory {
  readonly pid: number;
  readonly program: string;
  readonly directory: string;
}

/**
 * Reads `lsof -F pcn`: one field on each line, its name the first letter. A process that `lsof` could
 * not look at has no directory and is left out.
 */
export function parseLsof(text: string): readonly WorkingDirectory[] {
  const found: WorkingDirectory[] = [];
  let pid = Number.NaN;
  let program = "";
  for (const line of text.split("\n")) {
    const value = line.slice(1);
    if (line.startsWith("p")) {
      pid = Number(value);
      program = "";
    } else if (line.startsWith("c")) program = value;
    else if (line.startsWith("n/") && Number.isSafeInteger(pid)) {
      found.push({ pid, program, directory: unescape(value) });
    }
  }
  return found;
}

/** Bytes that `lsof` does not take for text in its language are printed as `\xc3`. */
function unescape(name: string): string {
  if (!name.includes("\\")) return name;
  const bytes = Buffer.from(name).toString("latin1");
  const plain = bytes.replace(
    /\\(?:x([0-9a-f]{2})|(.))/g,
    (whole, hex?: string, letter?: string) => {
      if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
      return letter === "\\" ? "\\" : (LETTERS[letter ?? ""] ?? whole);
    },
  );
  return Buffer.from(plain, "latin1").toString();
}

const LETTERS: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
