import { lstat, open, readlink } from "node:fs/promises";
import { bytesPath } from "../precious.ts";

/** What there is to show of a file that git does not keep yet. */
export type NewFile =
  | { readonly kind: "text"; readonly lines: number; readonly diff: string }
  | { readonly kind: "omitted"; readonly why: "binary" | "large" };

/** git looks so far for a NUL before it takes a file for text. */
const LOOKED_AT = 8000;

/** Reads a new file as the patch that would add it; never more than `maxBytes` of it. */
export async function readNewFile(top: string, name: string, maxBytes: number): Promise<NewFile> {
  if (name.endsWith("/")) return { kind: "omitted", why: "binary" };
  const path = bytesPath(top, Buffer.from(name, "latin1"));
  try {
    const stats = await lstat(path);
    if (stats.isSymbolicLink()) {
      const target = await readlink(path, { encoding: "buffer" });
      return text(name, "120000", target);
    }
    if (!stats.isFile()) return { kind: "omitted", why: "binary" };
    const isLarge = stats.size > maxBytes;
    const content = await readStart(path, isLarge ? LOOKED_AT : maxBytes);
    if (content.subarray(0, LOOKED_AT).includes(0)) return { kind: "omitted", why: "binary" };
    if (isLarge) return { kind: "omitted", why: "large" };
    return text(name, (stats.mode & 0o100) === 0 ? "100644" : "100755", content);
  } catch {
    // It went away, or may not be read: there is nothing to show.
    return { kind: "omitted", why: "binary" };
  }
}

async function readStart(path: Buffer, maxBytes: number): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const bytes = Buffer.alloc(maxBytes);
    const { bytesRead } = await file.read(bytes, 0, maxBytes, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function text(name: string, mode: string, content: Buffer): NewFile {
  const isEnded = content.length === 0 || content[content.length - 1] === 0x0a;
  const lines = content.toString("utf8").split("\n");
  if (isEnded) lines.pop();
  const from = quoted(`a/${name}`);
  const to = quoted(`b/${name}`);
  const head = [`diff --git ${from} ${to}`, `new file mode ${mode}`];
  if (lines.length > 0) {
    // Where there is one line, git leaves its number out.
    const range = lines.length === 1 ? "+1" : `+1,${lines.length}`;
    head.push("--- /dev/null", `+++ ${to}`, `@@ -0,0 ${range} @@`);
  }
  const body = lines.map((line) => `+${line}`);
  if (!isEnded) body.push("\\ No newline at end of file");
  return { kind: "text", lines: lines.length, diff: `${[...head, ...body].join("\n")}\n` };
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\v": "\\v",
  "\f": "\\f",
  "\r": "\\r",
  '"': '\\"',
  "\\": "\\\\",
};

/** A name as git writes it in a patch: in quotes where it holds what would break the line. */
function quoted(name: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  const escaped = name.replace(/[\x00-\x1f"\\\x7f]/g, (character) => {
    const octal = character.charCodeAt(0).toString(8).padStart(3, "0");
    return ESCAPES[character] ?? `\\${octal}`;
  });
  const shown = Buffer.from(escaped, "latin1").toString("utf8");
  return escaped === name ? shown : `"${shown}"`;
}
