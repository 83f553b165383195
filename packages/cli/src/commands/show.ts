import { isProvisional, type Session } from "@maestro/protocol";
import { type Context, printJson } from "../context.ts";
import { daemonFor, sessionFor } from "../daemon/connect.ts";
import { printDetails } from "../output/details.ts";
import { since } from "../output/relative-time.ts";
import { stateWords } from "../output/session-state.ts";
import { shortPath } from "../output/short-path.ts";
import { unsavedSummary } from "../output/unsaved-work-text.ts";
import { commandLine, displayName } from "../session-name.ts";

/** Prints all that is known of one session. */
export async function show(context: Context, word: string, options: { readonly json?: boolean }) {
  const { api } = await daemonFor(context);
  const session = await sessionFor(api, word);
  if (options.json === true) return printJson(context, session);
  printDetails(context, detailsOf(context, session));
}

function detailsOf(context: Context, session: Session): [string, string | null][] {
  const now = context.now();
  const path = (text: string): string => shortPath(text, context.home);
  const ago = (moment: string | null): string | null =>
    moment === null ? null : `${since(moment, now)} ago`;
  const { label, age } = stateWords(session, now);
  const { worktree, repo } = session;
  return [
    ["Name", displayName(session) + (isProvisional(session) ? " (made up)" : "")],
    ["Id", session.id],
    ["State", age === "" ? label : `${label}, ${age}`],
    ["Says", session.activity_detail],
    ["Ended", ago(session.exit?.at ?? null)],
    ["Command", commandLine(session.command) || "the user's shell"],
    ["Foreground", session.foreground],
    ["Directory", path(session.cwd)],
    [
      "Now in",
      session.current_cwd !== null && session.current_cwd !== session.cwd
        ? path(session.current_cwd)
        : null,
    ],
    ["Worktree", worktree === null ? null : `${path(worktree.path)} on ${worktree.branch}`],
    ["Repository", repo === null ? null : path(repo.root)],
    ["Unsaved", session.blocked_work === null ? null : unsavedSummary(session.blocked_work)],
    ["Agent", session.agent],
    ["Conversation", session.agent_session_id],
    ["Variables", session.env_names.join(" ")],
    ["Started", ago(session.created_at)],
    ["Last output", ago(session.last_activity_at)],
    ["Last looked at", ago(session.last_focused_at)],
  ];
}
