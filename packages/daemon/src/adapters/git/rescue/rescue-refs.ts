import type { RescuedWork } from "../../../ports/rescue.ts";
import type { Deadline } from "../deadline.ts";
import type { Git } from "../git.ts";
import { isObjectId } from "../object-id.ts";
import { RESCUE_PREFIX } from "../pin-rescue.ts";

/** A ref that maestro keeps work under. */
export interface RescueRef {
  readonly ref: string;
  readonly commit: string;
  /** What it says of itself; null for a pinned commit, which is no saved state. */
  readonly saved: SavedState | null;
}

/** The facts that the commit of a saved state carries. */
export interface SavedState extends Omit<RescuedWork, "ref" | "baseRepo"> {
  /** The commit that the tree had been made at, where that was known. */
  readonly baseCommit: string | null;
}

/** The name of a new ref. Pins end in a number of their own, so that the two never meet. */
export function rescueRefName(branch: string | null, now: number): string {
  const time = new Date(now).toISOString().replace(/[-:.]/g, "");
  return `${RESCUE_PREFIX}/${branch ?? "detached"}/${time}`;
}

/** The message of a saved state's commit, which says all that a list shows. */
export function rescueMessage(state: SavedState): string {
  return [
    `The state of ${state.branch ?? "a detached HEAD"}, saved by maestro`,
    "",
    'The files are in this commit, what was staged is in its second parent. "maestro worktrees',
    'restore" brings both back.',
    "",
    "Maestro-Saved: 1",
    ...(state.branch === null ? [] : [`Maestro-Branch: ${state.branch}`]),
    ...(state.baseCommit === null ? [] : [`Maestro-Base: ${state.baseCommit}`]),
    `Maestro-Time: ${state.savedAt}`,
    `Maestro-Files: ${state.files}`,
    "",
  ].join("\n");
}

const FIELDS = ["%(refname)", "%(objectname)", "%(parent)", "%(contents)"];

/** Every ref that maestro keeps work under; null where git does not answer. */
export async function readRescueRefs(
  git: Git,
  commonDir: string,
  deadline: Deadline,
): Promise<readonly RescueRef[] | null> {
  const format = FIELDS.map((field) => `${field}%00`).join("");
  const answer = await git.read(["for-each-ref", `--format=${format}`, `${RESCUE_PREFIX}/`], {
    cwd: commonDir,
    timeoutMs: deadline.left(),
  });
  return answer.kind === "ok" ? parseRescueRefs(answer.stdout.toString("utf8")) : null;
}

/** The refs in for-each-ref's answer, whose records end in a line break after their last NUL. */
export function parseRescueRefs(text: string): readonly RescueRef[] {
  const fields = text.split("\0");
  const refs: RescueRef[] = [];
  for (let at = 0; at + FIELDS.length < fields.length; at += FIELDS.length) {
    const [ref = "", commit = "", parents = "", message = ""] = fields.slice(at);
    refs.push({ ref: ref.replace(/^\n/, ""), commit, saved: parseState(parents, message) });
  }
  return refs;
}

function parseState(parents: string, message: string): SavedState | null {
  const [head = "", index = "", ...more] = parents.split(" ");
  const facts = new Map<string, string>();
  for (const [, name = "", value = ""] of message.matchAll(/^Maestro-(\w+): (.*)$/gm)) {
    facts.set(name, value);
  }
  const base = facts.get("Base") ?? "";
  const baseCommit = isObjectId(base) ? base : null;
  const savedAt = Number(facts.get("Time"));
  const files = Number(facts.get("Files"));
  const isOurs = facts.get("Saved") === "1" && Number.isSafeInteger(savedAt + files);
  if (!isOurs || more.length > 0 || ![head, index].every(isObjectId)) return null;
  return { branch: facts.get("Branch") ?? null, head, baseCommit, savedAt, files };
}
