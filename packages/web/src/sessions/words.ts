import type { BlockedWork, Session } from "@maestro/protocol";
import { isProvisional, sessionName } from "@maestro/protocol";
import { plainText } from "./plain-text.ts";
import { MARK_TITLES, markOf } from "./mark.ts";

const UNITS = [
  ["wk", 7 * 24 * 3600],
  ["d", 24 * 3600],
  ["h", 3600],
  ["min", 60],
] as const;

/** How long something has been so, in one unit: "12 s", "4 min". */
export function age(since: string | number, now: number): string {
  const from = typeof since === "number" ? since : Date.parse(since);
  const seconds = Math.max(0, Math.floor((now - from) / 1000));
  for (const [unit, size] of UNITS) {
    // Ten days say more than one week.
    if (seconds >= (unit === "wk" ? 2 : 1) * size) return `${Math.floor(seconds / size)} ${unit}`;
  }
  return `${seconds} s`;
}

/** When a session came into the state that its mark shows. */
export function stateSince(session: Session): string {
  if (session.status === "dead") return session.exit?.at ?? session.last_activity_at;
  return session.status === "dormant" ? session.last_activity_at : session.activity_since;
}

/** How a command ended: "Exit 101", "Ended by SIGKILL", "Ended". */
export function exitWords(exit: Session["exit"]): string {
  if (exit?.signal != null) return `Ended by ${plainText(exit.signal, 20)}`;
  if (exit?.code != null && exit.code !== 0) return `Exit ${exit.code}`;
  return "Ended";
}

/** A session's state with its age, as a pane's header says it. */
export function stateWords(session: Session, now: number): string {
  const words = age(stateSince(session), now);
  if (session.status === "dead") return `${exitWords(session.exit)}, ${words} ago`;
  return `${MARK_TITLES[markOf(session)]}, ${words}`;
}

/** What a session is called: by its name, else by what runs in it. */
export function nameOf(session: Session): string {
  const name = sessionName(session) ?? session.foreground ?? commandWord(session.command);
  return plainText(name, 200) || session.id.slice(0, 8);
}

/** True where the name is of maestro's making, and so drawn fainter. */
export function isNameProvisional(session: Session): boolean {
  return isProvisional(session) || sessionName(session) === null;
}

/** The program of a command, without its directory; a shell where there is none. */
export function commandWord(command: Session["command"]): string {
  const first = typeof command === "string" ? command.trim().split(/\s/, 1)[0] : command[0];
  return first === undefined || first === "" ? "shell" : (first.split("/").at(-1) ?? first);
}

/** Who works in a session: the agent, else the program in front, else what was started. */
export function programOf(session: Session): string {
  return plainText(session.agent ?? session.foreground ?? commandWord(session.command), 40);
}

/** How much unsaved work blocks the end: "±6", "±?" where git cannot tell, or nothing. */
export function unsavedMark(work: BlockedWork | null): string {
  if (work === null) return "";
  if (work.unknown !== null) return "±?";
  const count = work.uncommitted + work.untracked + work.unpushed;
  if (count > 0) return `±${count}`;
  return work.in_progress === null ? "" : "±";
}

/** The mark of unsaved work for those who hear it. */
export function unsavedWords(work: BlockedWork | null): string {
  if (work === null || unsavedMark(work) === "") return "";
  if (work.unknown !== null) return "git cannot tell whether there is unsaved work";
  const parts = [
    counted(work.uncommitted, "changed file"),
    counted(work.untracked, "new file"),
    work.unpushed > 0 ? `${counted(work.unpushed, "commit")} on no remote` : "",
    work.in_progress === null ? "" : `${work.in_progress} in progress`,
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** "1 new file", "3 new files", or nothing for none. */
function counted(count: number, what: string): string {
  return count === 0 ? "" : `${count} ${what}${count === 1 ? "" : "s"}`;
}
