import { normaliseName } from "../domain/session-name.ts";
import { type Session, type SessionId, withName } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";
import { notFound } from "./find-session.ts";
import type { SessionChange } from "./operations.ts";

/** Renames or changes metadata; the record is written before anyone hears of it. */
export async function updateSession(
  context: AppContext,
  id: SessionId,
  change: SessionChange,
): Promise<Session> {
  return context.store.turn(id, async (turn) => {
    if (turn.current() === null) throw notFound(id);
    return turn.commit((session) => {
      let metadata = session.metadata;
      if (change.metadata !== null) {
        const { name: _name, name_source: _source, ...asked } = change.metadata;
        const merged = Object.entries({ ...metadata, ...asked });
        metadata = Object.fromEntries(merged.filter(([, value]) => value !== null));
      }
      if (change.name !== null) metadata = withName(metadata, normaliseName(change.name), "user");
      return { ...session, metadata };
    });
  });
}
