import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's root. */
export const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));

/** A page of the documentation. */
export interface Page {
  /** Its path from the root. */
  readonly path: string;
  readonly text: string;
  /** What stands in it as code: spans, and the lines of blocks. */
  readonly code: readonly string[];
}

/** Every page that somebody reads before the source. */
export async function readPages(): Promise<Page[]> {
  const below = await readdir(join(ROOT, "docs"), { recursive: true });
  const paths = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    ...below.filter((path) => path.endsWith(".md")).map((path) => join("docs", path)),
  ];
  return Promise.all(
    paths.map(async (path) => {
      const text = await readFile(join(ROOT, path), "utf8");
      return { path, text, code: codeOf(text) };
    }),
  );
}

const FENCE = /^ *```.*\n([\s\S]*?)^ *```/gm;

function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(FENCE)].flatMap(([, inside = ""]) => inside.split("\n"));
  const prose = text.replaceAll(FENCE, "");
  return [...blocks, ...[...prose.matchAll(/`([^`]+)`/g)].map(([, inside = ""]) => inside)];
}

/** The anchor that a page's heading gets, as GitHub makes it. */
export function anchorsOf({ text }: Page): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/g, "-"),
  );
}

/** The files that a person wrote, by their paths from the root. */
export async function sourceFiles(): Promise<string[]> {
  const entries = await readdir(ROOT, { withFileTypes: true });
  const top = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  const deep = await Promise.all(
    ["docs", "tools", "packages", ".ci"].map((directory) => filesBelow(directory)),
  );
  return [...top, ...deep.flat()];
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(join(ROOT, directory), { withFileTypes: true });
  const found = entries
    .filter(({ name }) => name !== "node_modules" && name !== "dist")
    .map((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? filesBelow(path) : Promise.resolve([path]);
    });
  return (await Promise.all(found)).flat();
}
