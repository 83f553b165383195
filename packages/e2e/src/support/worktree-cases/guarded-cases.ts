import { rm } from "node:fs/promises";
import { join } from "node:path";
import { put } from "../scratch-repository.ts";
import { addSubmodule, setSubmoduleUp } from "./submodule.ts";
import type { WorkCase } from "./work-case.ts";

const guarded = (
  counts: (WorkCase["outcome"] & { kind: "guarded" })["counts"],
  note?: string,
): WorkCase["outcome"] => ({ kind: "guarded", counts, ...(note === undefined ? {} : { note }) });

/** Trees that hold unsaved work, though a simple look says that they are clean. */
export const GUARDED_CASES: readonly WorkCase[] = [
  {
    id: "A01",
    title: "local commits on a branch with no upstream",
    outcome: guarded({ unpushed: 1, uncommitted: 0, untracked: 0 }),
    work: (place) => place.commit("w1"),
  },
  {
    id: "A02",
    title: "a detached HEAD that carries a commit",
    outcome: guarded({ unpushed: 1 }),
    async work(place) {
      place.git("checkout", "-q", "--detach");
      await place.commit("w1");
    },
  },
  {
    id: "A05",
    title: "a dirty submodule that ignore=all hides",
    // The file, and the submodule as the outer repository sees it.
    outcome: guarded({ uncommitted: 2, untracked: 0, unpushed: 0 }),
    async prepare(repository) {
      await addSubmodule(repository, { ignore: "all" });
      return {};
    },
    async work(place) {
      setSubmoduleUp(place);
      await place.put("sub/s.txt", "s\nLOST\n");
    },
  },
  {
    id: "A07",
    title: "an independent repository in an untracked directory",
    outcome: guarded({ untracked: 1 }),
    async work(place) {
      place.git("init", "-q", "tool");
      await place.put("tool/k", "k\n");
      place.repository.commit(join(place.tree, "tool"), "k");
    },
  },
  {
    id: "A10",
    title: "a commit in a repository with no remote at all",
    outcome: guarded({ unpushed: 1 }, "no remote"),
    async prepare(repository) {
      repository.git(repository.base, "remote", "remove", "origin");
      return {};
    },
    work: (place) => place.commit("w1"),
  },
  {
    id: "A12",
    title: "a commit in a tree of a bare clone, which tracks nothing",
    outcome: guarded({ unpushed: 1 }, "no remote"),
    async prepare(repository) {
      const bare = `${repository.base}-bare.git`;
      repository.git(repository.base, "clone", "-q", "--bare", repository.origin, bare);
      return { base_repo: bare, base: "main" };
    },
    work: (place) => place.commit("w1"),
  },
  {
    id: "A28",
    title: "a paused rebase with a clean tree on a pushed commit",
    outcome: guarded({ uncommitted: 0, untracked: 0, in_progress: "rebase" }),
    async work(place) {
      await place.commit("w1");
      await place.commit("w2");
      const editor = ["-c", "sequence.editor=sed -i 1ibreak"];
      place.git(...editor, "rebase", "-q", "-i", "origin/main");
    },
  },
  {
    id: "A30",
    title: "an ignored .env that the main checkout does not have",
    outcome: guarded({ untracked: 1 }),
    async prepare(repository) {
      await put(join(repository.base, ".git/info/exclude"), ".env\nnode_modules/\n");
      return {};
    },
    async work(place) {
      await place.put(".env", "KEY=1\n");
      await place.put("node_modules/n", "n");
    },
  },
  {
    id: "A31",
    title: "an edit that assume-unchanged hides",
    outcome: guarded({ uncommitted: 1 }),
    async work(place) {
      place.git("update-index", "--assume-unchanged", "a.txt");
      await place.put("a.txt", "LOST\n");
    },
  },
  {
    id: "A31",
    title: "a mode that changed where modes matter",
    outcome: guarded({ uncommitted: 1 }),
    work: (place) => place.makeExecutable("a.txt"),
  },
  {
    id: "A33",
    title: "a new file under status.showUntrackedFiles=no",
    outcome: guarded({ untracked: 1 }),
    async work(place) {
      place.git("config", "status.showUntrackedFiles", "no");
      await place.put("work", "w");
    },
  },
  {
    id: "A41",
    title: "more than 1 MiB of status output",
    outcome: guarded({ untracked: 20_000 }),
    async work(place) {
      const name = "an-untracked-file-with-a-fairly-long-name-that-goes-on";
      for (let batch = 0; batch < 20; batch++) {
        const numbers = Array.from({ length: 1000 }, (_, at) => batch * 1000 + at);
        await Promise.all(numbers.map((number) => place.put(`gen/${name}-${number}`, "")));
      }
    },
  },
  {
    id: "A42",
    title: "a commit that only a pushed tag holds",
    outcome: guarded({ unpushed: 1 }),
    async work(place) {
      await place.commit("w1");
      place.git("tag", place.branch + "-keep");
      place.git("push", "-q", "origin", place.branch + "-keep");
    },
  },
  {
    id: "A43",
    title: "an edit that only the index holds",
    outcome: guarded({ uncommitted: 1 }),
    async work(place) {
      await place.put("a.txt", "one\nSTAGED\n");
      place.git("add", "a.txt");
      await place.put("a.txt", "one\n");
    },
  },
  {
    id: "A43",
    title: "a new file that only the index holds",
    outcome: guarded({ uncommitted: 1 }),
    async work(place) {
      await place.put("new", "n\n");
      place.git("add", "new");
      await rm(join(place.tree, "new"));
    },
  },
];
