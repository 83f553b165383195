import { usePage } from "../state/page-store.ts";
import { usePhone } from "../shell/use-phone.ts";
import { FirstRun } from "./first-run.tsx";
import { Pane } from "./pane.tsx";

/** The sessions that are shown, side by side; on a phone only the one that has the keys. */
export function PaneGrid() {
  const layout = usePage((page) => page.layout);
  const sessions = usePage((page) => page.view.sessions);
  const heard = usePage((page) => page.view.seq !== null);
  const phone = usePhone();
  const focusedId = layout.ids[layout.focused];
  const ids = phone ? layout.ids.filter((id) => id === focusedId) : layout.ids;
  const shown = ids.map((id) => sessions.get(id)).filter((session) => session !== undefined);
  if (shown.length === 0) {
    if (!heard) return <div className="panes" />;
    return <div className="panes">{sessions.size === 0 ? <FirstRun /> : <NothingOpen />}</div>;
  }
  return (
    <div className={`panes count-${shown.length}`}>
      {shown.map((session) => (
        <Pane key={session.id} session={session} hasKeys={session.id === focusedId} />
      ))}
    </div>
  );
}

function NothingOpen() {
  return (
    <div className="nothing-open">
      <p>No session is open here.</p>
      <p className="aside">
        Choose one in the tree, or press <kbd>o</kbd> for all at a glance.
      </p>
    </div>
  );
}
