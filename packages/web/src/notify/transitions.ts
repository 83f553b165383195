import type { Session } from "@maestro/protocol";
import { needsYou } from "../sessions/mark.ts";

/**
 * Who came to need somebody between two views. A session that the page did not know before asked
 * before the page was there, and one that is looked at needs no call.
 */
export function newlyAsking(
  before: ReadonlyMap<string, Session>,
  after: ReadonlyMap<string, Session>,
  looksAt: (id: string) => boolean,
): readonly Session[] {
  if (before.size === 0) return [];
  const asking: Session[] = [];
  for (const session of after.values()) {
    if (!needsYou(session) || looksAt(session.id)) continue;
    const known = before.get(session.id);
    if (known === session || known === undefined) continue;
    if (needsYou(known) && known.activity === session.activity) continue;
    asking.push(session);
  }
  return asking;
}

/** Who was asking and no longer is: a notification of theirs has nothing more to say. */
export function noLongerAsking(
  before: ReadonlyMap<string, Session>,
  after: ReadonlyMap<string, Session>,
): readonly string[] {
  const quiet: string[] = [];
  for (const session of before.values()) {
    const now = after.get(session.id);
    if (needsYou(session) && (now === undefined || !needsYou(now))) quiet.push(session.id);
  }
  return quiet;
}
