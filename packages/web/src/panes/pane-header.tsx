import type { Session } from "@maestro/protocol";
import { markOf, MARK_TITLES } from "../sessions/mark.ts";
import { plainText } from "../sessions/plain-text.ts";
import { branchOf } from "../sessions/tree.ts";
import {
  isNameProvisional,
  nameOf,
  stateWords,
  unsavedMark,
  unsavedWords,
} from "../sessions/words.ts";
import { showChanges } from "../keyboard/run-command.ts";
import { Glyph } from "../shell/glyph.tsx";
import { Icon } from "../shell/icon.tsx";
import { useNow } from "../shell/use-now.ts";
import { useDaemon } from "../state/daemon.ts";
import { closeSessionPane, showOverlay, usePage } from "../state/page-store.ts";
import { askToEnd } from "../state/session-actions.ts";
import { attachWords } from "../terminal/attach-words.ts";
import { usePaneFacts } from "../terminal/pane-facts.ts";

/** The line above a terminal: whose it is, how it stands, and what can be done. */
export function PaneHeader({
  session,
  hasKeys,
}: {
  readonly session: Session;
  readonly hasKeys: boolean;
}) {
  const daemon = useDaemon();
  const alone = usePage((page) => page.layout.ids.length === 1);
  const mark = markOf(session);
  const branch = branchOf(session);
  const running = session.status === "running";
  return (
    <header className={`pane-header${hasKeys ? " has-keys" : ""}`}>
      <Glyph mark={mark} />
      <h2 className={`name${isNameProvisional(session) ? " provisional" : ""}`}>
        <bdi>{nameOf(session)}</bdi>
      </h2>
      {branch !== null && (
        <code className="branch">
          <bdi>{plainText(branch, 80)}</bdi>
        </code>
      )}
      <span className="unsaved" title={unsavedWords(session.blocked_work)}>
        {unsavedMark(session.blocked_work)}
      </span>
      <PaneState session={session} />
      <button
        type="button"
        className="icon-button"
        aria-label="Show changes"
        title="Show changes"
        disabled={session.worktree === null}
        onClick={() => showChanges(session)}
      >
        <Icon name="changes" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={alone ? "Open another beside" : "Close this pane"}
        title={alone ? "Open another beside" : "Close this pane; the session goes on"}
        onClick={() =>
          alone ? showOverlay({ kind: "command-bar" }) : closeSessionPane(session.id)
        }
      >
        <Icon name={alone ? "split" : "close"} />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={running ? "End session" : "Dismiss session"}
        title={running ? "End session" : "Dismiss session"}
        onClick={() => askToEnd(daemon, session)}
      >
        <Icon name="power" />
      </button>
    </header>
  );
}

/** The state in words; while the connection is lost, that comes first. */
function PaneState({ session }: { readonly session: Session }) {
  const { attach } = usePaneFacts(session.id);
  const now = useNow();
  const lost = session.status === "dormant" ? null : attachWords(attach, now);
  if (lost !== null) return <span className="pane-state">{lost}</span>;
  const words = stateWords(session, now);
  return (
    <button
      type="button"
      className={`pane-state ${markOf(session)}`}
      title="Why this state"
      aria-label={`${MARK_TITLES[markOf(session)]}: why this state`}
      onClick={() => showOverlay({ kind: "why", id: session.id })}
    >
      {words}
    </button>
  );
}
