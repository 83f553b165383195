import { realpath, symlink } from "node:fs/promises";
import { join, posix } from "node:path";
import { isInside } from "../lives-in.ts";
import { makeParents, type Ends } from "./new-tree.ts";

/** Links paths of the new tree to the same ones in the main checkout. Answers what could not be. */
export async function linkPaths(ends: Ends, paths: readonly string[]): Promise<readonly string[]> {
  const answers: (string | null)[] = [];
  for (const path of paths) answers.push(await linkOne(ends, path));
  return answers.filter((answer) => answer !== null);
}

async function linkOne({ main, top }: Ends, path: string): Promise<string | null> {
  const name = posix.normalize(path).replace(/\/$/, "");
  const refuse = (why: string): string => `${path} was not linked: ${why}`;
  if (name === "." || name === ".." || name.startsWith("../") || name.startsWith("/")) {
    return refuse("it is no path inside the repository");
  }
  if (name.split("/").some((part) => part.toLowerCase() === ".git"))
    return refuse("it is git's own");
  const target = join(main, name);
  try {
    const place = await realpath(target).catch(() => null);
    if (place === null) return refuse("the main checkout has none");
    if (!isInside(place, main)) return refuse("it leads out of the repository");
    if (!(await makeParents(top, Buffer.from(name)))) {
      return refuse("something else is where its directory belongs");
    }
    await symlink(target, join(top, name));
    return null;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return refuse(code === "EEXIST" ? "the tree has one of its own" : message);
  }
}
