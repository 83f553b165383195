import type { DiskUsage } from "../../ports/disk-usage.ts";
import { run } from "../process/run.ts";

/** A tree that takes longer is said to be of unknown size. */
const TIMEOUT_MS = 20_000;

/**
 * Asks `du`: reading a large tree through the daemon's own file calls would keep those that
 * sessions need waiting. `-x` stays on the tree's disk, `-k` is what Linux and macOS both know.
 */
export function diskUsage(
  env: Readonly<Record<string, string>>,
  timeoutMs = TIMEOUT_MS,
): DiskUsage {
  return {
    async of(path) {
      const outcome = await run({ file: "du", args: ["-skx", "--", path], env, timeoutMs });
      // Any other code: something could not be read, and the sum is too small.
      if (outcome.kind !== "exited" || outcome.code !== 0) return null;
      const kibibytes = /^(\d+)\s/.exec(outcome.stdout.toString("utf8"))?.[1];
      return kibibytes === undefined ? null : Number(kibibytes) * 1024;
    },
  };
}
