import type { Place, WorkCase } from "./work-case.ts";

/** Brings the tree's commits so far into the remote's main branch, under other ids. */
function land(place: Place, how: "squash" | "rebase" | "cherry-pick" | "merge"): void {
  const { git } = place.clone(how);
  git("commit", "-q", "--allow-empty", "-m", "somebody else's");
  git("fetch", "-q", place.tree, "HEAD");
  switch (how) {
    case "squash":
      git("merge", "-q", "--squash", "FETCH_HEAD");
      git("commit", "-q", "-m", "squashed");
      break;
    case "rebase":
      git("checkout", "-q", "-b", "landing", "FETCH_HEAD");
      git("rebase", "-q", "main");
      git("checkout", "-q", "main");
      git("merge", "-q", "--ff-only", "landing");
      break;
    case "cherry-pick":
      git("cherry-pick", "HEAD..FETCH_HEAD");
      break;
    case "merge":
      git("merge", "-q", "--no-ff", "-m", "merged", "FETCH_HEAD");
  }
  git("push", "-q", "origin", "main");
  place.git("fetch", "-q", "origin");
}

const WAYS = ["squash", "rebase", "cherry-pick", "merge"] as const;

/** Work that reached the remote under other ids, alone and with one commit more that did not. */
export const LANDED_CASES: readonly WorkCase[] = WAYS.flatMap((how): WorkCase[] => [
  {
    id: "W18",
    title: `two commits that landed by ${how}`,
    outcome: { kind: "clear" },
    async work(place) {
      await place.commit("w1");
      await place.commit("w2");
      land(place, how);
    },
  },
  {
    id: "W18",
    title: `two commits that landed by ${how}, and one that did not`,
    outcome: { kind: "guarded", counts: { unpushed: 1, uncommitted: 0 } },
    async work(place) {
      await place.commit("w1");
      await place.commit("w2");
      land(place, how);
      await place.commit("w3");
    },
  },
]);
