import type { Session } from "@maestro/protocol";
import type { Context } from "../context.ts";
import { displayName } from "../session-name.ts";
import { byNeed, paintMark, stateMark, stateWords } from "./session-state.ts";
import { shortPath } from "./short-path.ts";
import { type Column, formatTable } from "./table.ts";
import { unsavedMark } from "./unsaved-work-text.ts";

const COLUMNS: readonly Column[] = [
  { title: "" },
  { title: "NAME", shrinkTo: 8 },
  { title: "STATE", shrinkTo: 13 },
  { title: "SINCE", align: "right", leaveOut: 3 },
  { title: "±", align: "right" },
  { title: "BRANCH", shrinkTo: 8, cut: "middle", leaveOut: 2 },
  { title: "WHERE", shrinkTo: 10, cut: "middle", leaveOut: 1 },
  { title: "ID", leaveOut: 4 },
];

/** Sessions as lines for a person, those that need them on top. */
export function sessionTable(context: Context, sessions: Iterable<Session>): string[] {
  const now = context.now();
  const { style } = context;
  const rows = byNeed(sessions, now).map((session) => {
    const { mood, label, age } = stateWords(session, now);
    const asks = mood === "waits";
    const branch = session.worktree?.branch ?? session.repo?.branch ?? "";
    return [
      {
        text: stateMark(mood, context.unicode),
        paint: (mark: string) => (context.colour ? paintMark(mood, mark) : mark),
      },
      { text: displayName(session), ...(asks ? { paint: style.strong } : {}) },
      {
        text:
          session.activity_detail !== null && asks ? `${label}: ${session.activity_detail}` : label,
        ...(asks ? { paint: style.cue } : {}),
        ...(mood === "error" || mood === "failed" ? { paint: style.error } : {}),
      },
      { text: age },
      { text: unsavedMark(session.blocked_work) },
      { text: branch, paint: style.quiet },
      { text: shortPath(session.current_cwd ?? session.cwd, context.home), paint: style.quiet },
      { text: session.id.slice(0, 8), paint: style.quiet },
    ];
  });
  return formatTable(COLUMNS, rows, context.width());
}

/** What stands in place of an empty list. */
export const NO_SESSIONS =
  "No sessions yet. A session is one agent in one terminal: maestro new -- COMMAND";
