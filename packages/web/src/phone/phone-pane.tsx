import type { Session } from "@maestro/protocol";
import { type ReactNode, useState } from "react";
import { showChanges } from "../keyboard/run-command.ts";
import { markOf, whoNeedsYou } from "../sessions/mark.ts";
import { nameOf, stateWords } from "../sessions/words.ts";
import { Glyph } from "../shell/glyph.tsx";
import { Icon } from "../shell/icon.tsx";
import { useNow } from "../shell/use-now.ts";
import { showOverlay, usePage } from "../state/page-store.ts";
import { attachWords } from "../terminal/attach-words.ts";
import { usePaneFacts } from "../terminal/pane-facts.ts";
import { KeyRow } from "./key-row.tsx";
import { MessageBox } from "./message-box.tsx";
import { WaitingCard } from "./waiting-card.tsx";

/** One session over the whole screen, with the keys that a phone lacks below it. */
export function PhonePane({
  session,
  children,
}: {
  readonly session: Session;
  readonly children: ReactNode;
}) {
  const [openedAt] = useState(() => Date.now());
  const [later, setLater] = useState<ReadonlySet<string>>(new Set());
  const sessions = usePage((page) => page.view.sessions);
  const asking = whoNeedsYou(sessions.values()).find(
    (one) =>
      one.id !== session.id &&
      Date.parse(one.activity_since) > openedAt &&
      !later.has(askedKey(one)),
  );
  const mark = markOf(session);
  return (
    <div className="phone phone-pane">
      <header className="phone-head">
        <button
          type="button"
          className="icon-button"
          aria-label="Back to the list"
          onClick={() => usePage.setState({ phoneShowsPane: false })}
        >
          <Icon name="back" />
        </button>
        <Glyph mark={mark} />
        <div className="phone-title">
          <h1>
            <bdi>{nameOf(session)}</bdi>
          </h1>
          <PhoneState session={session} />
        </div>
        <button
          type="button"
          className="icon-button"
          aria-label="Show changes"
          disabled={session.worktree === null}
          onClick={() => showChanges(session)}
        >
          <Icon name="changes" />
        </button>
        <button
          type="button"
          className="icon-button"
          aria-label="More"
          onClick={() => showOverlay({ kind: "session-menu", id: session.id })}
        >
          <Icon name="more" />
        </button>
      </header>
      {children}
      {session.status === "running" && (
        <section className="phone-keys" aria-label="Keys and message">
          <KeyRow id={session.id} />
          <MessageBox session={session} />
        </section>
      )}
      {asking !== undefined && (
        <WaitingCard
          key={askedKey(asking)}
          session={asking}
          onLater={() => setLater(new Set(later).add(askedKey(asking)))}
        />
      )}
    </div>
  );
}

/** One question of one session: the next one is another. */
function askedKey({ id, activity_since: since }: Session): string {
  return `${id} ${since}`;
}

function PhoneState({ session }: { readonly session: Session }) {
  const { attach } = usePaneFacts(session.id);
  const now = useNow();
  const lost = session.status === "dormant" ? null : attachWords(attach, now);
  if (lost !== null) return <p className="pane-state">{lost}</p>;
  return <p className={`pane-state ${markOf(session)}`}>{stateWords(session, now)}</p>;
}
