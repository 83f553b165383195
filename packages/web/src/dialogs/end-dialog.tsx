import { nameOf, programOf } from "../sessions/words.ts";
import { useDaemon } from "../state/daemon.ts";
import { showOverlay, usePage } from "../state/page-store.ts";
import { end } from "../state/session-actions.ts";
import { Dialog } from "./dialog.tsx";

/** Asks before a program that runs is ended. */
export function EndDialog({ id }: { readonly id: string }) {
  const daemon = useDaemon();
  const session = usePage((page) => page.view.sessions.get(id));
  if (session === undefined) return null;
  return (
    <Dialog title={`End ${nameOf(session)}?`} className="end">
      <p>
        <bdi>{programOf(session)}</bdi> is still running and is ended with it.
        {session.worktree !== null &&
          " The worktree goes only where git shows that it holds nothing unsaved; else nothing is ended, and you see what it holds."}
      </p>
      <footer>
        <button type="button" onClick={() => void end(daemon, id)}>
          End session
        </button>
        <span className="spacer" />
        <button type="button" className="primary" data-focus="" onClick={() => showOverlay(null)}>
          Keep working <kbd className="bare">Esc</kbd>
        </button>
      </footer>
    </Dialog>
  );
}
