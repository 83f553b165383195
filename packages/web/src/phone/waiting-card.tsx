import type { Session } from "@maestro/protocol";
import { useEffect, useState } from "react";
import { markOf } from "../sessions/mark.ts";
import { plainText } from "../sessions/plain-text.ts";
import { branchOf } from "../sessions/tree.ts";
import { nameOf, programOf } from "../sessions/words.ts";
import { AgeText } from "../shell/age-text.tsx";
import { Glyph } from "../shell/glyph.tsx";
import { useDaemon } from "../state/daemon.ts";
import { openSession } from "../state/page-store.ts";
import { lastLines, quickReplies } from "./quick-replies.ts";
import { sendReply } from "./send-text.ts";

const LINES = 9;

/** A session that came to ask while another one is shown: its last lines, and answers to them. */
export function WaitingCard({
  session,
  onLater,
}: {
  readonly session: Session;
  readonly onLater: () => void;
}) {
  const daemon = useDaemon();
  const [lines, setLines] = useState<readonly string[]>([]);
  const { id, activity_since: since } = session;
  useEffect(() => {
    let current = true;
    daemon.api.getScreen({ params: { id }, query: {} }).then(
      ({ content }) => current && setLines(lastLines(content, LINES)),
      () => {},
    );
    return () => {
      current = false;
    };
  }, [daemon, id, since]);
  const replies = quickReplies(lines);
  const branch = branchOf(session);
  return (
    <aside
      className="waiting-card"
      role="alertdialog"
      aria-label={`${nameOf(session)} waits for you`}
    >
      <header>
        <Glyph mark={markOf(session)} />
        <h2>
          <bdi>{nameOf(session)}</bdi>
        </h2>
        <span className={`since ${markOf(session)}`}>
          <AgeText since={since} />
        </span>
        <code>
          {branch === null ? "" : `${plainText(branch, 40)} · `}
          {programOf(session)}
        </code>
      </header>
      <pre tabIndex={0} aria-label="Last lines of its screen">
        {lines.join("\n")}
      </pre>
      {replies.length > 0 && (
        <div className="replies">
          {replies.map((key) => (
            <button
              key={key}
              type="button"
              onClick={() =>
                void sendReply(daemon, session, key).then((arrived) => arrived && onLater())
              }
            >
              {key}
            </button>
          ))}
          <button type="button" onClick={() => void sendReply(daemon, session, "\u001b")}>
            Esc
          </button>
        </div>
      )}
      <footer>
        <button type="button" className="plain" onClick={onLater}>
          Later
        </button>
        <button type="button" className="plain strong" onClick={() => openSession(id)}>
          Open terminal
        </button>
      </footer>
    </aside>
  );
}
