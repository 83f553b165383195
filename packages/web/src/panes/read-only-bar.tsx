import type { Session } from "@maestro/protocol";
import { useDaemon } from "../state/daemon.ts";
import { askToEnd, resume } from "../state/session-actions.ts";

/** Below the last screen of a session that ended. */
export function ReadOnlyBar({ session }: { readonly session: Session }) {
  const daemon = useDaemon();
  return (
    <div className="pane-bar">
      <p>Read only. The screen is kept until you dismiss it.</p>
      <button type="button" className="plain" onClick={() => askToEnd(daemon, session)}>
        Dismiss <kbd className="bare">x</kbd>
      </button>
      <button type="button" onClick={() => void resume(daemon, session.id)}>
        Resume <kbd className="bare">R</kbd>
      </button>
    </div>
  );
}
