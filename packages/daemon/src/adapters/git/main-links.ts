import { readlink, symlink, unlink } from "node:fs/promises";
import type { Deadline } from "./deadline.ts";
import type { Git } from "./git.ts";
import { bytesPath } from "./precious.ts";

/** A tree, and the main checkout that set-up links it to. */
export interface LinkedTree {
  readonly top: string;
  readonly main: string;
}

/**
 * True for a link to the very same path of the main checkout, as set-up makes them: nothing is lost
 * with it. Patterns like `node_modules/` ignore a directory but not a link in its place.
 */
export async function isMainLink(tree: LinkedTree, name: Buffer): Promise<boolean> {
  const target = await readlink(bytesPath(tree.top, name), { encoding: "buffer" }).catch(
    () => null,
  );
  return target !== null && target.equals(bytesPath(tree.main, name));
}

/**
 * Takes such links out of the way of a removal, since git counts them as somebody's files. Answers how
 * to put them back where the tree stays.
 */
export async function removeMainLinks(
  git: Git,
  tree: LinkedTree,
  deadline: Deadline,
): Promise<() => Promise<void>> {
  const args = ["ls-files", "--others", "--exclude-standard", "-z"];
  const answer = await git.read(args, { cwd: tree.top, timeoutMs: deadline.left() });
  const text = answer.kind === "ok" ? answer.stdout.toString("latin1") : "";
  const removed: Buffer[] = [];
  for (const name of text.split("\0").slice(0, -1)) {
    const bytes = Buffer.from(name, "latin1");
    if (!(await isMainLink(tree, bytes))) continue;
    await unlink(bytesPath(tree.top, bytes)).then(
      () => removed.push(bytes),
      () => {},
    );
  }
  return async () => {
    for (const name of removed) {
      await symlink(bytesPath(tree.main, name), bytesPath(tree.top, name)).catch(() => {});
    }
  };
}
