import type { Branch } from "@maestro/protocol";

/** A line of the branch picker. */
export type BranchChoice =
  | { readonly kind: "create"; readonly name: string }
  | { readonly kind: "free"; readonly branch: Branch; readonly name: string }
  | { readonly kind: "taken"; readonly branch: Branch; readonly name: string };

/** More lines than this are found by more letters. */
const MOST = 40;

/**
 * What can be chosen for what was typed: a new branch first, then free ones, then those that are
 * checked out somewhere.
 */
export function branchChoices(
  branches: readonly Branch[],
  typed: string,
  suggested: string,
): readonly BranchChoice[] {
  const wanted = typed.trim();
  const fitting = branches
    .filter((branch) => fullName(branch).toLowerCase().includes(wanted.toLowerCase()))
    .sort((a, b) => Date.parse(b.committed_at) - Date.parse(a.committed_at));
  const choices = fitting.map((branch): BranchChoice => ({
    kind: branch.checked_out_at === null ? "free" : "taken",
    branch,
    name: fullName(branch),
  }));
  const name = wanted === "" ? suggested : wanted;
  const exists = branches.some((branch) => branch.name === name || fullName(branch) === name);
  const exact = choices.filter((choice) => choice.name === wanted);
  const rest = choices.filter((choice) => choice.name !== wanted);
  return [
    ...(exists || name === "" ? [] : [{ kind: "create", name } as const]),
    ...exact,
    ...rest.filter(({ kind }) => kind === "free"),
    ...rest.filter(({ kind }) => kind === "taken"),
  ].slice(0, MOST);
}

/** The name with its remote in front, where it is on one alone. */
function fullName({ name, remote }: Branch): string {
  return remote === null ? name : `${remote}/${name}`;
}

/** A branch name out of the first words of a prompt or name. */
export function suggestedBranch(text: string, random: () => number = Math.random): string {
  const words = text
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9\s-]/g, "")
    .split(/[\s-]+/)
    .filter((word) => word.length > 1);
  const name = words.slice(0, 4).join("-").slice(0, 40).replace(/-+$/, "");
  return name === ""
    ? `work-${Math.floor(random() * 36 ** 4)
        .toString(36)
        .padStart(4, "0")}`
    : name;
}
