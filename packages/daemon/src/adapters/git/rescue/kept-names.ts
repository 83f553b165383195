import { whyNot } from "../git.ts";
import type { PlainRepository } from "./plain-repository.ts";

/**
 * The first of these names that the index did not take, or null. git passes over a name that it could
 * not check out again everywhere (`.GIT`, say), says so in passing, and ends well all the same.
 */
export async function findNameNotKept(
  plain: PlainRepository,
  index: string,
  names: readonly string[],
): Promise<string | null> {
  const answer = await plain.run(index, ["ls-files", "-z"]);
  if (answer.kind !== "ok") throw new Error(whyNot(answer));
  const kept = new Set(answer.stdout.toString("latin1").split("\0"));
  return names.find((name) => !kept.has(name)) ?? null;
}
