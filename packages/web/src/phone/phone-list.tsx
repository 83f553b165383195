import type { Session } from "@maestro/protocol";
import type { ReactNode } from "react";
import { markOf, whoNeedsYou } from "../sessions/mark.ts";
import { nameOf } from "../sessions/words.ts";
import { AgeText } from "../shell/age-text.tsx";
import { Glyph } from "../shell/glyph.tsx";
import { Icon } from "../shell/icon.tsx";
import { LinkState } from "../shell/link-state.tsx";
import { SessionTree } from "../shell/session-tree.tsx";
import { useQuestion } from "../shell/use-question.ts";
import { goTo, openSession, showOverlay, usePage } from "../state/page-store.ts";

/** Who needs somebody, then all sessions; or the view that was chosen below. */
export function PhoneList({ children }: { readonly children: ReactNode }) {
  const sessions = usePage((page) => page.view.sessions);
  const heard = usePage((page) => page.view.seq !== null);
  const lost = usePage((page) => page.link.kind === "lost");
  const retained = usePage((page) => page.view.worktrees.size);
  const place = usePage((page) => page.place.kind);
  const waiting = whoNeedsYou(sessions.values());
  return (
    <div className="phone">
      <header className="phone-head">
        <h1>
          <span className={waiting.length > 0 ? "count asks" : "count"}>{waiting.length}</span> need
          you
        </h1>
        <button
          type="button"
          className="icon-button"
          aria-label="Find a session or command"
          onClick={() => showOverlay({ kind: "command-bar" })}
        >
          <Icon name="search" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="New session"
          onClick={() => showOverlay({ kind: "new-session" })}
        >
          <Icon name="plus" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="Settings"
          onClick={() => showOverlay({ kind: "settings" })}
        >
          <Icon name="settings" />
        </button>
      </header>
      {lost && (
        <div className="phone-lost">
          <LinkState />
        </div>
      )}
      <div className="phone-content">
        {children ?? (
          <main className="phone-sessions">
            {waiting.length > 0 && (
              <ul className="phone-waiting" aria-label="Sessions that need you">
                {waiting.map((session) => (
                  <WaitingItem key={session.id} session={session} />
                ))}
              </ul>
            )}
            {heard && sessions.size === 0 && (
              <div className="phone-empty">
                <h2>No sessions yet</h2>
                <p>
                  A session is one agent in one terminal, in a worktree of its own if you like. It
                  goes on when you close this page.
                </p>
              </div>
            )}
            <SessionTree />
          </main>
        )}
      </div>
      <nav className="phone-tabs" aria-label="Views">
        <button
          type="button"
          aria-current={place !== "retained" ? "page" : undefined}
          onClick={() => goTo({ kind: "panes" })}
        >
          Sessions
        </button>
        <button
          type="button"
          aria-current={place === "retained" ? "page" : undefined}
          onClick={() => goTo({ kind: "retained" })}
        >
          Retained <span className="aside">{retained}</span>
        </button>
      </nav>
    </div>
  );
}

function WaitingItem({ session }: { readonly session: Session }) {
  const question = useQuestion(session);
  const mark = markOf(session);
  return (
    <li>
      <button type="button" onClick={() => openSession(session.id)}>
        <Glyph mark={mark} />
        <span className="name">
          <bdi>{nameOf(session)}</bdi>
        </span>
        <span className={`since ${mark}`}>
          <AgeText since={session.activity_since} />
        </span>
        <span className="question">
          <bdi>{question}</bdi>
        </span>
      </button>
    </li>
  );
}
