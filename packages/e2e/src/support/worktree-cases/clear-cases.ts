import { join } from "node:path";
import { put } from "../scratch-repository.ts";
import { addSubmodule, setSubmoduleUp } from "./submodule.ts";
import type { WorkCase } from "./work-case.ts";

/** Trees in which nothing can be lost, though a simple look says otherwise. */
export const CLEAR_CASES: readonly WorkCase[] = [
  {
    id: "A04",
    title: "a stash, which outlives the tree",
    outcome: { kind: "clear", note: "stash entries made on this branch: 1" },
    async work(place) {
      await place.put("a.txt", "edit\n");
      place.git("stash", "-q");
    },
  },
  {
    id: "A10",
    title: "no commit of its own in a repository with no remote",
    outcome: { kind: "clear" },
    async prepare(repository) {
      repository.git(repository.base, "remote", "remove", "origin");
      return {};
    },
    work: async () => {},
  },
  {
    id: "A13",
    title: "a branch that was merged, deleted upstream and pruned",
    outcome: { kind: "clear" },
    async work(place) {
      await place.commit("w");
      place.git("push", "-q", "-u", "origin", place.branch);
      const { git } = place.clone("merger");
      git("merge", "-q", "--no-ff", `origin/${place.branch}`, "-m", "m");
      git("push", "-q", "origin", "main");
      git("push", "-q", "origin", "--delete", place.branch);
      place.git("fetch", "-q", "--prune");
    },
  },
  {
    id: "A30",
    title: "an .env that is the main checkout's, and ignored files that nobody misses",
    outcome: { kind: "clear" },
    async prepare(repository) {
      await put(join(repository.base, ".git/info/exclude"), ".env\nnode_modules/\n");
      await put(join(repository.base, ".env"), "KEY=1\n");
      return {};
    },
    async work(place) {
      await place.put(".env", "KEY=1\n");
      await place.put("node_modules/n", "n");
    },
  },
  {
    id: "A31",
    title: "a mode that changed where modes do not matter",
    outcome: { kind: "clear" },
    async work(place) {
      place.git("config", "core.fileMode", "false");
      await place.makeExecutable("a.txt");
    },
  },
  {
    id: "A05",
    title: "a submodule that is set up and clean",
    outcome: { kind: "stays", reason: "has-submodules", words: /worktree remove --force/ },
    async prepare(repository) {
      await addSubmodule(repository, { ignore: null });
      return {};
    },
    work: async (place) => setSubmoduleUp(place),
  },
  {
    id: "A15",
    title: "a locked tree",
    outcome: { kind: "stays", reason: "removal-failed", words: /on usb/ },
    async work(place) {
      place.git("worktree", "lock", "--reason", "on usb", place.tree);
    },
  },
];
