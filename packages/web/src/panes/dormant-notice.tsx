import type { Session } from "@maestro/protocol";
import { showChanges } from "../keyboard/run-command.ts";
import { programOf } from "../sessions/words.ts";
import { useDaemon } from "../state/daemon.ts";
import { resume } from "../state/session-actions.ts";

/** In place of a terminal that is gone. */
export function DormantNotice({ session }: { readonly session: Session }) {
  const daemon = useDaemon();
  return (
    <div className="dormant-notice">
      <h3>The host restarted</h3>
      <p>
        The terminal is gone; the{" "}
        {session.worktree === null ? "record is" : "worktree and the record are"} not. Resume starts{" "}
        <bdi>{programOf(session)}</bdi> again
        {session.agent_session_id === null ? "." : " in its conversation."}
      </p>
      <div className="buttons">
        <button type="button" className="primary" onClick={() => void resume(daemon, session.id)}>
          Resume <kbd className="bare">R</kbd>
        </button>
        {session.worktree !== null && (
          <button type="button" onClick={() => showChanges(session)}>
            Show changes <kbd className="bare">d</kbd>
          </button>
        )}
      </div>
    </div>
  );
}
