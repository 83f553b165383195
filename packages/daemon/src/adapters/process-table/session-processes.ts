import { treesOf, type ProcessRow, type ProcessView } from "./process-row.ts";

/** What is known of a session's processes before their descendants are looked for. */
export interface SessionRoots {
  readonly pane: ProcessRow | null;
  /** Processes that carry the session's marker, wherever they went. */
  readonly marked: readonly ProcessRow[];
  /** The session's own tmux server, which carries the marker because it hands it on. */
  readonly terminalServer: ProcessRow | null;
  /** The daemon, which may itself have been started inside a session. */
  readonly self: number;
}

/**
 * The living processes of a session. A job whose parents are gone is told by the pane's terminal,
 * and one that left that as well by the marker. The terminal's own processes are none of the
 * session's: ending them would cut off its last output.
 */
export function sessionProcesses(view: ProcessView, roots: SessionRoots): readonly ProcessRow[] {
  const { pane, terminalServer } = roots;
  const hosts = terminalServer === null ? null : hostProcesses(view, terminalServer);
  const marked = roots.marked.filter((row) => hosts === null || !hosts.has(row.pid));
  const trees = treesOf(view, [...marked, ...ofTerminal(view, pane)], roots.self);
  return [...trees.values()].filter((row) => row.alive);
}

function ofTerminal(view: ProcessView, pane: ProcessRow | null): readonly ProcessRow[] {
  if (pane === null) return [];
  // Only a pane's process owns its terminal; any other shares one with strangers.
  if (!pane.leadsSession || pane.terminal === null) return [pane];
  return [pane, ...view.all().filter((row) => row.terminal === pane.terminal)];
}

/** The server and the helpers that it started without a terminal, unlike its panes. */
function hostProcesses(view: ProcessView, server: ProcessRow): ReadonlySet<number> {
  const hosts = new Set<number>();
  const waiting = [server];
  for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
    if (hosts.has(row.pid)) continue;
    hosts.add(row.pid);
    waiting.push(
      ...view
        .all()
        .filter((other) => other.terminal === null)
        // A helper that lost its shell is still in the server's process session.
        .filter((other) => other.parent === row.pid || other.session === server.pid),
    );
  }
  return hosts;
}
