import type { Session } from "@maestro/protocol";
import { markOf } from "../sessions/mark.ts";
import type { Mark } from "../sessions/mark.ts";
import { branchOf } from "../sessions/tree.ts";
import { nameOf, stateWords } from "../sessions/words.ts";
import type { PageCommand } from "../keyboard/page-key.ts";
import { type Match, fuzzyMatch } from "./fuzzy.ts";

/** Something that can be chosen in the command bar. */
export type BarItem =
  | {
      readonly kind: "session";
      readonly key: string;
      readonly title: string;
      readonly session: Session;
      readonly mark: Mark;
      readonly branch: string | null;
      readonly state: string;
    }
  | {
      readonly kind: "command";
      readonly key: string;
      readonly title: string;
      readonly command: PageCommand | BarCommand;
      readonly shortcut?: string;
      readonly note?: string;
    };

/** What only the command bar does. */
export type BarCommand =
  | "settings"
  | "resume-all"
  | "screen-reader"
  | "theme"
  | "why"
  | "close-pane"
  | "larger-font"
  | "smaller-font"
  | "pair-phone";

/** A group of what was found. */
export interface BarGroup {
  readonly title: string;
  readonly items: readonly { readonly item: BarItem; readonly match: Match }[];
}

/** More sessions are found by more letters. */
const MOST_SESSIONS = 30;

/** What the page has to offer. */
export interface BarSource {
  readonly sessions: readonly Session[];
  readonly current: Session | undefined;
  readonly retained: number;
  readonly dormant: number;
  readonly screenReader: boolean;
  readonly theme: string;
  readonly now: number;
}

/** What fits a query: sessions by last focus, then what can be done. */
export function findInBar(source: BarSource, query: string): readonly BarGroup[] {
  const groups = [
    { title: "Sessions, last focused first", items: sessionItems(source), most: MOST_SESSIONS },
    ...(source.current === undefined
      ? []
      : [
          {
            title: `Actions on ${nameOf(source.current)}`,
            items: actionItems(source.current),
            most: 20,
          },
        ]),
    { title: "Everywhere", items: everywhere(source), most: 20 },
  ];
  return groups
    .map(({ title, items, most }) => ({ title, items: matching(items, query).slice(0, most) }))
    .filter(({ items }) => items.length > 0);
}

function matching(items: readonly BarItem[], query: string): BarGroup["items"] {
  const found = items.flatMap((item) => {
    const match = fuzzyMatch(query, item.title);
    if (match !== null) return [{ item, match }];
    const branch = item.kind === "session" ? fuzzyMatch(query, item.branch ?? "") : null;
    return branch === null || query.trim() === ""
      ? []
      : [{ item, match: { score: branch.score - 100, at: [] } }];
  });
  return query.trim() === "" ? found : found.sort((a, b) => b.match.score - a.match.score);
}

function sessionItems({ sessions, now }: BarSource): BarItem[] {
  return [...sessions]
    .sort(
      (a, b) =>
        Date.parse(b.last_focused_at ?? b.created_at) -
        Date.parse(a.last_focused_at ?? a.created_at),
    )
    .map((session) => ({
      kind: "session",
      key: session.id,
      title: nameOf(session),
      session,
      mark: markOf(session),
      branch: session.worktree === null ? null : branchOf(session),
      state: stateWords(session, now).replace("Waits for you", "Waits"),
    }));
}

function actionItems(session: Session): BarItem[] {
  const running = session.status === "running";
  return [
    command("rename", "Rename", { shortcut: "r" }),
    ...(session.worktree === null
      ? []
      : [command("changes", "Show changes against its base, for review", { shortcut: "d" })]),
    ...(running ? [] : [command("resume", "Resume", { shortcut: "R" })]),
    command("end", running ? "End session" : "Dismiss session", { shortcut: "x" }),
    command("why", "Why it shows as it does", {}),
    command("close-pane", "Close its pane; the session goes on", {}),
  ];
}

function everywhere(source: BarSource): BarItem[] {
  return [
    command("new", "New session", { shortcut: "n" }),
    command("next-waiting", "Next that waits", { shortcut: "Alt J" }),
    command("overview", "Overview of all sessions", { shortcut: "o" }),
    command("retained", "Retained worktrees", { shortcut: "w", note: String(source.retained) }),
    ...(source.dormant === 0
      ? []
      : [command("resume-all", "Resume all dormant sessions", { note: String(source.dormant) })]),
    command("filter", "Filter the tree", { shortcut: "/" }),
    command("theme", "Switch between dark and light", { note: source.theme }),
    command("screen-reader", "Screen-reader mode", { note: source.screenReader ? "On" : "Off" }),
    command("larger-font", "Larger terminal font", {}),
    command("smaller-font", "Smaller terminal font", {}),
    command("pair-phone", "Open on a phone", {}),
    command("settings", "Settings and devices", {}),
    command("help", "Keys", { shortcut: "?" }),
  ];
}

function command(
  what: PageCommand | BarCommand,
  title: string,
  more: { readonly shortcut?: string; readonly note?: string },
): BarItem {
  return { kind: "command", key: what, title, command: what, ...more };
}
