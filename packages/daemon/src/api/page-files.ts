import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

const compress = promisify(gzip);

/** One file of the page, whole in memory, with all that its answers say of it. */
export interface PageFile {
  /** The only address that answers with it. */
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly etag: string;
  /** True where its name changes with its content, so that it may be kept for ever. */
  readonly immutable: boolean;
  /** Compressed on the first asking, or null where that gains nothing. */
  compressed(): Promise<Buffer | null>;
}

/** The build puts the page beside the daemon's bundle. */
export const BUILT_PAGE = fileURLToPath(new URL("web/", import.meta.url));

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

/** Fonts and pictures are compressed already. */
const SMALLER_COMPRESSED = new Set([".html", ".js", ".css", ".svg", ".webmanifest"]);

/**
 * Reads the built page, the whole of it: an address is then looked up among these files and never
 * becomes a path, and a page that is built anew cannot mix with the one that is being served.
 */
export async function readPageFiles(folder: string): Promise<readonly PageFile[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    },
  );
  const files: PageFile[] = [];
  for (const entry of found) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${relative(folder, file).split(sep).join("/")}`;
    files.push(pageFile(path === "/index.html" ? "/" : path, type, await readFile(file)));
  }
  return files;
}

/** One file of the page from its content. */
export function pageFile(path: string, type: string, bytes: Buffer): PageFile {
  let smaller: Promise<Buffer | null> | null = null;
  const gains = SMALLER_COMPRESSED.has(path === "/" ? ".html" : extname(path));
  return {
    path,
    type,
    bytes,
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    immutable: path.startsWith("/assets/"),
    compressed: () => {
      smaller ??=
        gains && bytes.length > 1024 ? compress(bytes, { level: 9 }) : Promise.resolve(null);
      return smaller;
    },
  };
}
