import { countMarks, MARKS, type Mark } from "../sessions/mark.ts";
import { showOverlay, usePage } from "../state/page-store.ts";
import { Glyph } from "./glyph.tsx";
import { LinkState } from "./link-state.tsx";
import { usePaneFacts } from "../terminal/pane-facts.ts";

const WORDS: Readonly<Record<Mark, string>> = {
  wait: "wait",
  error: "error",
  failed: "failed",
  active: "work",
  idle: "rest",
  dead: "ended",
  dormant: "dormant",
};

/** The lowest line: how many sessions are in which state, and how the page stands. */
export function StatusLine() {
  const sessions = usePage((page) => page.view.sessions);
  const counts = countMarks(sessions.values());
  const focusedId = usePage((page) =>
    page.place.kind === "panes" ? page.layout.ids[page.layout.focused] : undefined,
  );
  const { size } = usePaneFacts(focusedId);
  return (
    <footer className="status">
      <ul className="counts" aria-label="Sessions by state">
        {sessions.size === 0 && <li>0 sessions</li>}
        {MARKS.filter((mark) => counts.has(mark)).map((mark) => (
          <li key={mark}>
            <Glyph mark={mark} still />
            {counts.get(mark)} {WORDS[mark]}
          </li>
        ))}
      </ul>
      {size !== null && (
        <span className="size" title="Columns and rows of the focused pane">
          {size.cols} × {size.rows}
        </span>
      )}
      <RoundTrip />
      <LinkState />
      <button type="button" onClick={() => showOverlay({ kind: "command-bar" })}>
        <kbd>{navigator.platform.startsWith("Mac") ? "⌘ K" : "Ctrl K"}</kbd> commands
      </button>
      <button type="button" onClick={() => showOverlay({ kind: "keys" })}>
        <kbd>?</kbd> keys
      </button>
      <button type="button" onClick={() => showOverlay({ kind: "settings" })}>
        settings
      </button>
    </footer>
  );
}

/** How far away the daemon is. */
function RoundTrip() {
  const ms = usePage((page) => page.roundTripMs);
  if (ms === null) return null;
  return (
    <span className="latency" title="To the daemon and back, measured on the page's own connection">
      {ms === 0 ? "< 1" : ms} ms
    </span>
  );
}
