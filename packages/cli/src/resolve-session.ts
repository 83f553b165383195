import { type Session, sessionName } from "@maestro/protocol";

/** What a word on the command line stands for. */
export type Resolution =
  | { readonly kind: "found"; readonly session: Session }
  | { readonly kind: "ambiguous"; readonly sessions: readonly Session[] }
  | { readonly kind: "missing" };

/**
 * The session that is meant by a full id, a unique name or a unique id prefix, in this order: a
 * name that looks like the beginning of another session's id still finds the session so named.
 */
export function resolveSession(sessions: readonly Session[], word: string): Resolution {
  const id = word.toLowerCase();
  const matches = [
    (session: Session) => session.id === id,
    (session: Session) => sessionName(session) === word,
    (session: Session) => id !== "" && session.id.startsWith(id),
  ];
  for (const match of matches) {
    const found = sessions.filter(match);
    const [session] = found;
    if (session !== undefined && found.length === 1) return { kind: "found", session };
    if (found.length > 1) return { kind: "ambiguous", sessions: found };
  }
  return { kind: "missing" };
}
