import { whyNot } from "../git.ts";
import { createStatusParser } from "../parse-status.ts";
import type { Look } from "../place.ts";
import { compilePrecious, withoutEnvironments } from "../precious.ts";
import { complaints, isBareRepository, STATUS_ARGUMENTS } from "../status.ts";

/** What git's status names, complete. Names are bytes, one character each. */
interface StatusList {
  readonly changed: readonly string[];
  /** Untracked files, and ignored ones that are precious. */
  readonly untracked: readonly string[];
  /** Directories that are repositories of their own, ignored or not. */
  readonly repositories: readonly string[];
}

/** The list, or why git could not vouch for it. */
export type StatusListing =
  | { readonly kind: "listed"; readonly list: StatusList }
  | { readonly kind: "refused"; readonly message: string };

/** More new files than this are not saved in one commit: nobody has written them by hand. */
const MAX_UNTRACKED = 200_000;

/** Asks git for the status that a probe is made from, and keeps all of it. */
export async function listStatus(look: Look, top: string): Promise<StatusListing> {
  const parser = createStatusParser();
  const isPrecious = compilePrecious(look.precious);
  const changed: string[] = [];
  const untracked: string[] = [];
  const precious: string[] = [];
  const repositories: string[] = [];
  const heads: string[] = [];
  const strange: string[] = [];
  const answer = await look.git.read(STATUS_ARGUMENTS, {
    cwd: top,
    timeoutMs: look.deadline.left(),
    onStdout: (chunk) => {
      for (const entry of parser.feed(chunk)) {
        if (entry.kind === "strange" || entry.kind === "header") {
          if (entry.kind === "strange") strange.push(entry.text);
          continue;
        }
        const name = entry.name.toString("latin1");
        if (entry.kind === "changed") changed.push(name);
        else if (name.endsWith("/")) repositories.push(name);
        else {
          if (/(^|\/)HEAD$/.test(name)) heads.push(name);
          if (entry.kind === "untracked") untracked.push(name);
          else if (isPrecious(entry.name.toString("utf8"))) precious.push(name);
        }
      }
      return untracked.length + precious.length > MAX_UNTRACKED ? "stop" : "more";
    },
  });
  if (answer.kind === "stopped") {
    return refused(`the tree holds more than ${MAX_UNTRACKED} new files`);
  }
  if (answer.kind !== "ok") return refused(`git status: ${whyNot(answer)}`);
  const doubt = [...complaints(answer.stderr), ...strange][0];
  if (doubt !== undefined) return refused(doubt);
  if (parser.isCutOff()) return refused("git status: the answer was cut off");
  for (const head of heads) {
    const directory = Buffer.from(head.slice(0, -"HEAD".length), "latin1");
    if (await isBareRepository(top, directory)) repositories.push(directory.toString("latin1"));
  }
  untracked.push(...withoutEnvironments(precious));
  return { kind: "listed", list: { changed, untracked, repositories } };
}

function refused(message: string): StatusListing {
  return { kind: "refused", message };
}
