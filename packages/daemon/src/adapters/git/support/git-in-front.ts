import { chmodSync } from "node:fs";
import { execFileSync } from "node:child_process";
import type { Scratch } from "./scratch-repository.ts";

/**
 * An environment in which a shell script stands in front of git; it reaches the real one as
 * `$REAL_GIT`.
 */
export function withGitInFront(scratch: Scratch, script: string): Record<string, string> {
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  scratch.write("bin/git", `#!/bin/sh\nREAL_GIT='${real}'\n${script}\n`);
  chmodSync(scratch.at("bin/git"), 0o755);
  return { ...scratch.env, PATH: `${scratch.at("bin")}:${process.env["PATH"] ?? ""}` };
}

/** git as somebody who is not root, whom permissions stop. */
export const AS_ORDINARY_USER = 'exec setpriv --reuid 65534 --clear-groups "$REAL_GIT" "$@"';
