import { Dialog } from "../dialogs/dialog.tsx";
import { nameOf } from "../sessions/words.ts";
import { useDaemon } from "../state/daemon.ts";
import { showOverlay, usePage } from "../state/page-store.ts";
import { askToEnd, rename, resume } from "../state/session-actions.ts";
import { openTerminal } from "../terminal/open-terminals.ts";
import { useState } from "react";
import { sessionName } from "@maestro/protocol";

/** What can be done with the session that a phone shows. */
export function SessionMenu({ id }: { readonly id: string }) {
  const daemon = useDaemon();
  const session = usePage((page) => page.view.sessions.get(id));
  const [name, setName] = useState(() =>
    session === undefined ? "" : (sessionName(session) ?? ""),
  );
  if (session === undefined) return null;
  const close = (): void => showOverlay(null);
  return (
    <Dialog title={nameOf(session)} className="session-menu">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void rename(daemon, id, name);
          close();
        }}
      >
        <input
          value={name}
          aria-label="Name of the session"
          onChange={({ target }) => setName(target.value)}
        />
        <button type="submit">Rename</button>
      </form>
      {session.status === "running" ? (
        <button
          type="button"
          onClick={() => {
            openTerminal(id)?.claim();
            close();
          }}
        >
          Fit the terminal to this screen
        </button>
      ) : (
        <button
          type="button"
          onClick={() => {
            close();
            void resume(daemon, id);
          }}
        >
          Resume
        </button>
      )}
      <button type="button" onClick={() => showOverlay({ kind: "why", id })}>
        Why this state
      </button>
      <button
        type="button"
        onClick={() => {
          close();
          askToEnd(daemon, session);
        }}
      >
        {session.status === "running" ? "End session" : "Dismiss session"}
      </button>
      <button type="button" className="primary" data-focus="" onClick={close}>
        Close
      </button>
    </Dialog>
  );
}
