import { join } from "node:path";
import { put, type ScratchRepository } from "../scratch-repository.ts";
import type { Place } from "./work-case.ts";

// Since 2.38.1 git fetches no submodule from a local path unless it is told that it may.
const ALLOW_LOCAL = ["-c", "protocol.file.allow=always"];

/** Gives the repository a submodule `sub`, pushed with it. */
export async function addSubmodule(
  repository: ScratchRepository,
  { ignore }: { readonly ignore: "all" | null },
): Promise<void> {
  const { base } = repository;
  const sub = `${base}-sub`;
  repository.git(base, "init", "-q", "-b", "main", sub);
  await put(join(sub, "s.txt"), "s\n");
  repository.commit(sub, "s1");
  repository.git(base, ...ALLOW_LOCAL, "submodule", "--quiet", "add", sub, "sub");
  if (ignore !== null) {
    repository.git(base, "config", "-f", ".gitmodules", "submodule.sub.ignore", ignore);
  }
  repository.commit(base, "sub");
  repository.git(base, "push", "-q", "origin", "main");
}

/** Checks the submodule out in a tree. */
export function setSubmoduleUp(place: Place): void {
  place.git(...ALLOW_LOCAL, "submodule", "--quiet", "update", "--init");
}
