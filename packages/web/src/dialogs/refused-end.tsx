import type { Session, UnsavedWork } from "@maestro/protocol";
import { plainText } from "../sessions/plain-text.ts";
import { branchOf } from "../sessions/tree.ts";
import { nameOf } from "../sessions/words.ts";
import { CopyButton } from "../shell/copy-button.tsx";
import { showChanges } from "../keyboard/run-command.ts";
import { useDaemon } from "../state/daemon.ts";
import { showOverlay, usePage } from "../state/page-store.ts";
import { end } from "../state/session-actions.ts";
import { Dialog } from "./dialog.tsx";
import { UnsavedRows } from "./unsaved-rows.tsx";

/** Why a session was not ended, what its worktree holds, and what can be done about it. */
export function RefusedEnd({ id, work }: { readonly id: string; readonly work: UnsavedWork }) {
  const daemon = useDaemon();
  const session = usePage((page) => page.view.sessions.get(id));
  if (session === undefined) return null;
  const running = session.status === "running";
  const branch = branchOf(session);
  const push = work.unpushed > 0 && branch !== null ? `git push -u origin ${quoted(branch)}` : null;
  const show = (): void => {
    showOverlay(null);
    showChanges(session);
  };
  return (
    <Dialog title={titleOf(session, work)} className="refused-end" keys={{ d: show }}>
      <p className="body">
        <bdi>{nameOf(session)}</bdi> {running ? "is still running" : "has ended"}. Its worktree{" "}
        {work.unknown === null ? "holds what no remote has:" : "stays, for unknown is not clear:"}
      </p>
      <UnsavedRows work={work} />
      <dl className="what-to-do">
        {push !== null && (
          <>
            <dt>To push the commits</dt>
            <dd>
              <code>
                <bdi>{push}</bdi>
              </code>
              <CopyButton text={push} />
            </dd>
          </>
        )}
        <dt>If you {running ? "end" : "dismiss"} it now</dt>
        <dd>
          No file is deleted. The worktree stays on disk and is listed under Retained worktrees,
          where a session can be opened in it.
        </dd>
        {work.notes.map((note) => (
          <dd key={note} className="note">
            {plainText(note, 300)}
          </dd>
        ))}
      </dl>
      <footer>
        <button type="button" onClick={() => void end(daemon, id, true)}>
          {running ? "End session" : "Dismiss session"}, keep worktree
        </button>
        <span className="spacer" />
        <button type="button" onClick={show}>
          Show changes <kbd className="bare">d</kbd>
        </button>
        <button type="button" className="primary" data-focus="" onClick={() => showOverlay(null)}>
          {running ? "Keep working" : "Keep"} <kbd className="bare">Esc</kbd>
        </button>
      </footer>
    </Dialog>
  );
}

function titleOf(session: Session, work: UnsavedWork): string {
  const not = session.status === "running" ? "Not ended" : "Not dismissed";
  return work.unknown === null
    ? `${not}: this worktree holds unsaved work`
    : `${not}: git could not tell whether this worktree holds unsaved work`;
}

/** A branch name as a shell takes it: git allows quotes and dollar signs in one. */
function quoted(branch: string): string {
  return /^[\w./-]+$/.test(branch) ? branch : `'${branch.replaceAll("'", "'\\''")}'`;
}
