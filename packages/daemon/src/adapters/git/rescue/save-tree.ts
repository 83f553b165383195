import type { Worktree } from "../../../domain/session.ts";
import type { Saving } from "../../../ports/rescue.ts";
import { deadlineIn, type Deadline } from "../deadline.ts";
import { textOf, whyNot, type Git, type GitAnswer, type GitCall } from "../git.ts";
import { isObjectId } from "../object-id.ts";
import { proveTree } from "../prove-tree.ts";
import { rescueMessage, rescueRefName, type SavedState } from "./rescue-refs.ts";
import { takeSnapshot, type Snapshot } from "./snapshot.ts";

/** What saving needs beside the tree. */
export interface SavingNeeds {
  readonly git: Git;
  readonly gitVersion: string | null;
  readonly precious: readonly string[];
  readonly timeoutMs: number;
}

/** Two states saved in one millisecond take the next names. */
const MAX_NAMES = 10;

/** Saves a tree's whole state under a ref of our own. */
export async function saveTree(needs: SavingNeeds, tree: Worktree): Promise<Saving> {
  const deadline = deadlineIn(needs.timeoutMs);
  const proof = await proveTree(needs.git, tree, deadline);
  if (proof.kind !== "proven") return { kind: "refused", message: proof.reason };
  const taking = await takeSnapshot({ ...needs, deadline }, proof.tree);
  if (taking.kind === "refused") return taking;
  const writing = { git: needs.git, commonDir: proof.tree.commonDir, deadline };
  try {
    return { kind: "saved", ref: await writeRef(writing, tree, taking.snapshot) };
  } catch (error) {
    return { kind: "refused", message: (error as Error).message };
  }
}

interface Writing {
  readonly git: Git;
  readonly commonDir: string;
  readonly deadline: Deadline;
}

async function writeRef(writing: Writing, tree: Worktree, snapshot: Snapshot): Promise<string> {
  const { head, branch, changed: files } = snapshot;
  const savedAt = Date.now();
  // A tree whose record was lost does not know where it began.
  const baseCommit = isObjectId(tree.baseCommit) ? tree.baseCommit : null;
  const state: SavedState = { branch, head, savedAt, files, baseCommit };
  const identity = await readIdentity(writing);
  const commit = async (
    id: string,
    parents: readonly string[],
    message: string,
  ): Promise<string> => {
    const above = parents.flatMap((parent) => ["-p", parent]);
    const options = { input: message, env: identity };
    const answer = await write(writing, ["commit-tree", "--no-gpg-sign", ...above, id], options);
    const made = textOf(answer)?.trim() ?? "";
    if (!isObjectId(made)) throw new Error(whyNot(answer));
    return made;
  };
  const kept = [head, ...snapshot.operands.filter((id) => id !== head)];
  const index = await commit(snapshot.indexTree, kept, "The index of a saved state\n");
  const saved = await commit(snapshot.filesTree, [head, index], rescueMessage(state));
  for (let number = 0; ; number++) {
    const ref = rescueRefName(branch, savedAt + number);
    const answer = await write(writing, ["update-ref", "--stdin"], {
      input: `create ${ref} ${saved}\n`,
    });
    if (answer.kind === "ok") return ref;
    if (answer.kind !== "refused" || number === MAX_NAMES) throw new Error(whyNot(answer));
  }
}

function write(
  writing: Writing,
  args: readonly string[],
  options: Pick<GitCall, "input" | "env">,
): Promise<GitAnswer> {
  // The user's hooks have no say in whether work is kept.
  const settings = ["-c", "core.hooksPath=/dev/null", "-c", "i18n.commitEncoding=UTF-8"];
  const durable = ["-c", "core.fsync=committed,loose-object,reference"];
  return writing.git.write([...settings, ...durable, ...args], {
    cwd: writing.commonDir,
    timeoutMs: writing.deadline.left(),
    ...options,
  });
}

/** The user's own name where there is one; git refuses to commit without any. */
async function readIdentity(writing: Writing): Promise<Readonly<Record<string, string>>> {
  const call = { cwd: writing.commonDir, timeoutMs: writing.deadline.left() };
  const args = ["-c", "user.useConfigOnly=true", "var"];
  const [author, committer] = await Promise.all([
    writing.git.read([...args, "GIT_AUTHOR_IDENT"], call),
    writing.git.read([...args, "GIT_COMMITTER_IDENT"], call),
  ]);
  if (author.kind === "ok" && committer.kind === "ok") return {};
  return {
    GIT_AUTHOR_NAME: "maestro",
    GIT_AUTHOR_EMAIL: "maestro@localhost",
    GIT_COMMITTER_NAME: "maestro",
    GIT_COMMITTER_EMAIL: "maestro@localhost",
  };
}
