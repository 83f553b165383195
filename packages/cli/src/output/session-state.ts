import type { Session } from "@maestro/protocol";
import { since } from "./relative-time.ts";

/** What a session's state means to a person; decides its mark, its colour and its place in lists. */
export type Mood = "waits" | "error" | "works" | "rests" | "ended" | "failed" | "dormant";

/** How a session's state is shown. */
export interface StateWords {
  readonly mood: Mood;
  /** In words, without the time. */
  readonly label: string;
  /** How long it has been so; empty for a session that ended. */
  readonly age: string;
}

/** A session's state in words. */
export function stateWords(session: Session, now: number): StateWords {
  switch (session.status) {
    case "dead":
      return { ...endingWords(session.exit), age: "" };
    case "dormant":
      return { mood: "dormant", label: "Dormant", age: since(session.last_activity_at, now) };
    case "running":
      return { ...MOODS[session.activity], age: since(session.activity_since, now) };
  }
  return session.status satisfies never;
}

const MOODS = {
  awaiting_input: { mood: "waits", label: "Waits for you" },
  error: { mood: "error", label: "Error" },
  active: { mood: "works", label: "Works" },
  idle: { mood: "rests", label: "Rests" },
} as const;

/** An activity in words. */
export function activityLabel(activity: Session["activity"]): string {
  return MOODS[activity].label;
}

/** How a command ended, in words. */
export function endingWords(exit: Session["exit"]): { mood: Mood; label: string } {
  if (exit?.signal != null) return { mood: "failed", label: `Ended by ${exit.signal}` };
  if (exit?.code == null) return { mood: "ended", label: "Ended, exit unknown" };
  if (exit.code === 0) return { mood: "ended", label: "Ended" };
  return { mood: "failed", label: `Exit ${exit.code}` };
}

const GLYPHS: Record<Mood, readonly [unicode: string, ascii: string]> = {
  waits: [">_", ">_"],
  error: [" !", "!!"],
  works: ["◐ ", "* "],
  rests: ["○ ", "- "],
  ended: ["× ", "x "],
  failed: ["☒ ", "X "],
  dormant: ["◌ ", "z "],
};

// Solid marks need you, so the two that do are dark on a filled tile.
const COLOURS: Record<Mood, string> = {
  waits: "38;5;233;48;5;214",
  error: "1;38;5;233;48;5;203",
  works: "38;5;79",
  rests: "38;5;246",
  ended: "38;5;246",
  failed: "38;5;203",
  dormant: "38;5;246",
};

/** The two-cell mark of a state; without Unicode the marks that any terminal can show. */
export function stateMark(mood: Mood, unicode: boolean): string {
  return GLYPHS[mood][unicode ? 0 : 1];
}

/** Paints a mark in the colour of its state. */
export function paintMark(mood: Mood, mark: string): string {
  return `\x1b[${COLOURS[mood]}m${mark}\x1b[0m`;
}

const ORDER: readonly Mood[] = ["waits", "error", "works", "rests", "failed", "ended", "dormant"];

/** Those that need you first, the longest wait on top; the others by state, then oldest first. */
export function byNeed(sessions: Iterable<Session>, now: number): Session[] {
  const keyed = Array.from(sessions, (session) => {
    const { mood } = stateWords(session, now);
    const needsYou = mood === "waits" || mood === "error";
    return {
      session,
      rank: needsYou ? 0 : ORDER.indexOf(mood),
      at: needsYou ? session.activity_since : session.created_at,
    };
  });
  keyed.sort((a, b) => a.rank - b.rank || compare(a.at, b.at));
  return keyed.map(({ session }) => session);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
