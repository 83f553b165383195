import type { Branch } from "../../ports/branches.ts";

/** A branch as its ref tells it. */
export type FoundBranch = Omit<Branch, "checkedOutAt">;

const FIELDS = ["%(refname)", "%(symref)", "%(committerdate:unix)", "%(contents:subject)"];

/** What for-each-ref is asked for, to be read by `parseBranches`. */
export const BRANCH_FORMAT = FIELDS.map((field) => `${field}%00`).join("");

/**
 * The branches in for-each-ref's answer, in its order. Names of remotes may hold slashes, so they
 * have to be known; one that was taken out of the configuration is the first part of the name.
 */
export function parseBranches(text: string, remotes: readonly string[]): readonly FoundBranch[] {
  const fields = text.split("\0");
  const longestFirst = [...remotes].sort((a, b) => b.length - a.length);
  const found: FoundBranch[] = [];
  for (let at = 0; at + FIELDS.length < fields.length; at += FIELDS.length) {
    const [refname = "", symref = "", date = "", subject = ""] = fields.slice(at);
    const ref = refname.replace(/^\n/, "");
    // origin/HEAD is another name for a branch that is listed anyway.
    if (symref !== "" && ref.startsWith("refs/remotes/")) continue;
    const facts = { committedAt: Number(date) * 1000, subject };
    const local = /^refs\/heads\/(.+)$/s.exec(ref)?.[1];
    if (local !== undefined) found.push({ name: local, remote: null, ...facts });
    else {
      const tracked = /^refs\/remotes\/(.+)$/s.exec(ref)?.[1] ?? "";
      const remote =
        longestFirst.find((name) => tracked.startsWith(`${name}/`)) ??
        tracked.split("/", 1)[0] ??
        "";
      const name = tracked.slice(remote.length + 1);
      if (name !== "") found.push({ name, remote, ...facts });
    }
  }
  return found;
}
