import type { Session } from "@maestro/protocol";
import { whoNeedsYou, markOf } from "../sessions/mark.ts";
import { nameOf } from "../sessions/words.ts";
import { goTo, openSession, usePage } from "../state/page-store.ts";
import { AgeText } from "./age-text.tsx";
import { Glyph } from "./glyph.tsx";
import { useQuestion } from "./use-question.ts";

/** So many fit beside each other with room for the question. */
const SHOWN = 3;

/** Who needs somebody, longest wait first. It keeps its height when nobody does. */
export function Strip() {
  const sessions = usePage((page) => page.view.sessions);
  const waiting = whoNeedsYou(sessions.values());
  const rest = waiting.length - SHOWN;
  return (
    <header className="strip">
      <h1 className="strip-count">
        <span className={waiting.length > 0 ? "count asks" : "count"}>{waiting.length}</span>
        <span>need you</span>
        {waiting.length > 0 && <kbd className="bare">Alt J</kbd>}
      </h1>
      {waiting.length === 0 ? (
        <p className="strip-empty">
          Sessions that ask for something appear here, longest wait first.
        </p>
      ) : (
        <ul className="strip-list" aria-label="Sessions that need you">
          {waiting.slice(0, SHOWN).map((session) => (
            <StripItem key={session.id} session={session} />
          ))}
          {rest > 0 && (
            <li className="strip-more">
              <button type="button" onClick={() => goTo({ kind: "overview" })}>
                {rest} more
              </button>
            </li>
          )}
        </ul>
      )}
    </header>
  );
}

function StripItem({ session }: { readonly session: Session }) {
  const question = useQuestion(session);
  const shown = usePage(
    (page) => page.place.kind === "panes" && page.layout.ids[page.layout.focused] === session.id,
  );
  return (
    <li className={shown ? "shown" : ""}>
      <button type="button" onClick={() => openSession(session.id)}>
        <Glyph mark={markOf(session)} />
        <span className="name">
          <bdi>{nameOf(session)}</bdi>
        </span>
        <span className={`since ${markOf(session)}`}>
          <AgeText since={session.activity_since} />
        </span>
        <span className="question">
          <bdi>{question}</bdi>
        </span>
      </button>
    </li>
  );
}
