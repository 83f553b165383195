import { followEvents, type SessionView } from "@maestro/client";
import type { ServerEvent, Session } from "@maestro/protocol";
import type { Context } from "../context.ts";
import { daemonFor } from "../daemon/connect.ts";
import { printable } from "../output/printable.ts";
import { stateWords } from "../output/session-state.ts";
import { shortPath } from "../output/short-path.ts";
import { displayName } from "../session-name.ts";

/** Prints every change as it happens, until interrupted; with `json` one frame a line. */
export async function events(context: Context, options: { readonly json?: boolean }) {
  const { connection } = await daemonFor(context);
  let before: SessionView | null = null;
  followEvents(connection, {
    changed(view, event) {
      if (options.json === true) context.print(JSON.stringify(event));
      else for (const line of eventLines(context, event, before)) context.print(line);
      before = view;
    },
    state(state) {
      if (state.kind === "waiting") {
        const seconds = Math.ceil(state.retryInMs / 1000);
        context.note(`Connection lost. Sessions go on. Next try in ${seconds} s`);
      }
    },
  });
  await new Promise(() => {});
}

/** One frame in words; nothing where it changed nothing that a person would want to read. */
export function eventLines(
  context: Context,
  event: ServerEvent,
  before: SessionView | null,
): string[] {
  const line = (name: string, words: string): string => {
    const time = new Date(context.now()).toTimeString().slice(0, 8);
    return `${context.style.quiet(time)}  ${printable(name)}  ${printable(words)}`;
  };
  const path = (text: string): string => shortPath(text, context.home);
  switch (event.type) {
    case "sessions_snapshot":
      return event.sessions.map((session) => line(displayName(session), stateOf(context, session)));
    case "session_added":
      return [line(displayName(event.session), stateOf(context, event.session))];
    case "session_updated": {
      const { session } = event;
      const old = before?.sessions.get(session.id);
      const name = displayName(session);
      const words = stateOf(context, session);
      const lines: string[] = [];
      if (old !== undefined && displayName(old) !== name) {
        lines.push(line(displayName(old), `is called ${name} now`));
      }
      if (old === undefined || stateOf(context, old) !== words) lines.push(line(name, words));
      return lines;
    }
    case "session_removed": {
      const gone = before?.sessions.get(event.id);
      return [line(gone === undefined ? event.id.slice(0, 8) : displayName(gone), "is gone")];
    }
    case "worktree_retained":
      return [line(path(event.worktree.path), `stays: ${event.worktree.reason}`)];
    case "worktree_released":
      return [line(path(event.path), "is no longer kept")];
    // What it asks stands in the line about its state.
    case "session_asks":
    case "lagged":
      break;
  }
  return [];
}

function stateOf(context: Context, session: Session): string {
  const { mood, label } = stateWords(session, context.now());
  const detail = mood === "waits" || mood === "error" ? session.activity_detail : null;
  return detail === null ? label : `${label}: ${detail}`;
}
