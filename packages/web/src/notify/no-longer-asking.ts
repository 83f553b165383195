import type { Session } from "@maestro/protocol";
import { markOf } from "../sessions/mark.ts";

const TOLD: ReadonlySet<string> = new Set(["wait", "error", "failed"]);

/** Who was asking, or had failed, and no longer is: a notification of theirs has nothing more to say. */
export function noLongerAsking(
  before: ReadonlyMap<string, Session>,
  after: ReadonlyMap<string, Session>,
): readonly string[] {
  const quiet: string[] = [];
  for (const session of before.values()) {
    const now = after.get(session.id);
    if (now === session || !TOLD.has(markOf(session))) continue;
    if (now === undefined || !TOLD.has(markOf(now))) quiet.push(session.id);
  }
  return quiet;
}
