import { join } from "node:path";
import { put } from "../scratch-repository.ts";
import { addSubmodule, setSubmoduleUp } from "./submodule.ts";
import type { Outcome, WorkCase } from "./work-case.ts";

type Counts = Extract<Outcome, { kind: "guarded" }>["counts"];

/** What some cases need beside their work, and a remark that has to come with the counts. */
type More = Pick<WorkCase, "prepare"> & { readonly note?: string };

/** A case by its id and title, what the probe has to count, and the work that makes it so. */
function guarded(name: string, counts: Counts, work: WorkCase["work"], more: More = {}): WorkCase {
  const [id = "", ...words] = name.split(" ");
  const { note, ...rest } = more;
  const outcome: Outcome = { kind: "guarded", counts, ...(note === undefined ? {} : { note }) };
  return { id, title: words.join(" "), outcome, work, ...rest };
}

/** Elsewhere the file system itself may fold case, and then there is one file. */
const FOLDED_CASES: readonly WorkCase[] =
  process.platform !== "linux"
    ? []
    : [
        guarded(
          "A33 a new A.txt beside a.txt under core.ignoreCase",
          { untracked: 1 },
          async (place) => {
            place.git("config", "core.ignoreCase", "true");
            await place.put("A.txt", "w");
          },
        ),
      ];

/** Trees that hold unsaved work, though a simple look says that they are clean. */
export const GUARDED_CASES: readonly WorkCase[] = [
  guarded(
    "A01 local commits on a branch with no upstream",
    { unpushed: 1, uncommitted: 0, untracked: 0 },
    (place) => place.commit("w1"),
  ),
  guarded("A02 a detached HEAD that carries a commit", { unpushed: 1 }, async (place) => {
    place.git("checkout", "-q", "--detach");
    await place.commit("w1");
  }),
  guarded(
    "A05 a dirty submodule that ignore=all hides",
    // The file, and the submodule as the outer repository sees it.
    { uncommitted: 2, untracked: 0, unpushed: 0 },
    async (place) => {
      setSubmoduleUp(place);
      await place.put("sub/s.txt", "s\nLOST\n");
    },
    {
      async prepare(repository) {
        await addSubmodule(repository, { ignore: "all" });
        return {};
      },
    },
  ),
  guarded(
    "A07 an independent repository in an untracked directory",
    { untracked: 1 },
    async (place) => {
      place.git("init", "-q", "tool");
      await place.put("tool/k", "k\n");
      place.repository.commit(join(place.tree, "tool"), "k");
    },
  ),
  guarded(
    "A10 a commit in a repository with no remote at all",
    { unpushed: 1 },
    (place) => place.commit("w1"),
    {
      note: "no remote",
      async prepare(repository) {
        repository.git(repository.base, "remote", "remove", "origin");
        return {};
      },
    },
  ),
  guarded(
    "A12 a commit in a tree of a bare clone, which tracks nothing",
    { unpushed: 1 },
    (place) => place.commit("w1"),
    {
      note: "no remote",
      async prepare(repository) {
        const bare = `${repository.base}-bare.git`;
        repository.git(repository.base, "clone", "-q", "--bare", repository.origin, bare);
        return { base_repo: bare, base: "main" };
      },
    },
  ),
  guarded(
    "A28 a paused rebase with a clean tree on a pushed commit",
    { uncommitted: 0, untracked: 0, in_progress: "rebase" },
    async (place) => {
      await place.commit("w1");
      await place.commit("w2");
      const editor = ["-c", "sequence.editor=sed -i 1ibreak"];
      place.git(...editor, "rebase", "-q", "-i", "origin/main");
    },
  ),
  guarded(
    "A30 an ignored .env that the main checkout does not have",
    { untracked: 1 },
    async (place) => {
      await place.put(".env", "KEY=1\n");
      await place.put("node_modules/n", "n");
    },
    {
      async prepare(repository) {
        await put(join(repository.base, ".git/info/exclude"), ".env\nnode_modules/\n");
        return {};
      },
    },
  ),
  guarded("A31 an edit that assume-unchanged hides", { uncommitted: 1 }, async (place) => {
    place.git("update-index", "--assume-unchanged", "a.txt");
    await place.put("a.txt", "LOST\n");
  }),
  guarded("A31 a mode that changed where modes matter", { uncommitted: 1 }, (place) =>
    place.makeExecutable("a.txt"),
  ),
  guarded("A33 a new file under status.showUntrackedFiles=no", { untracked: 1 }, async (place) => {
    place.git("config", "status.showUntrackedFiles", "no");
    await place.put("work", "w");
  }),
  ...FOLDED_CASES,
  guarded("A41 more than 1 MiB of status output", { untracked: 20_000 }, async (place) => {
    const name = "an-untracked-file-with-a-fairly-long-name-that-goes-on";
    for (let batch = 0; batch < 20; batch++) {
      const numbers = Array.from({ length: 1000 }, (_, at) => batch * 1000 + at);
      await Promise.all(numbers.map((number) => place.put(`gen/${name}-${number}`, "")));
    }
  }),
  guarded("A42 a commit that only a pushed tag holds", { unpushed: 1 }, async (place) => {
    await place.commit("w1");
    const tag = `${place.branch}-keep`;
    place.git("tag", tag);
    place.git("push", "-q", "origin", tag);
  }),
  guarded("A43 an edit that only the index holds", { uncommitted: 1 }, async (place) => {
    await place.put("a.txt", "one\nSTAGED\n");
    place.git("add", "a.txt");
    await place.put("a.txt", "one\n");
  }),
  guarded("A43 a new file that only the index holds", { uncommitted: 1 }, async (place) => {
    await place.put("new", "n\n");
    place.git("add", "new");
    await place.remove("new");
  }),
];
