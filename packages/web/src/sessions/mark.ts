import type { Session } from "@maestro/protocol";

/** The seven marks. The order is that of an overview: who needs somebody first, who is gone last. */
export const MARKS = ["wait", "error", "failed", "active", "idle", "dead", "dormant"] as const;
/** One of them. */
export type Mark = (typeof MARKS)[number];

/** What each mark is called. */
export const MARK_TITLES: Readonly<Record<Mark, string>> = {
  wait: "Waits for you",
  error: "Error",
  failed: "Ended with a failure",
  active: "Works",
  idle: "Rests",
  dead: "Ended",
  dormant: "Dormant",
};

const OF_ACTIVITY = {
  awaiting_input: "wait",
  error: "error",
  active: "active",
  idle: "idle",
} as const satisfies Record<Session["activity"], Mark>;

/** The mark that stands for a session. */
export function markOf(session: Pick<Session, "status" | "activity" | "exit">): Mark {
  if (session.status === "dormant") return "dormant";
  if (session.status === "running") return OF_ACTIVITY[session.activity];
  const { code, signal } = session.exit ?? { code: null, signal: null };
  return signal !== null || (code !== null && code !== 0) ? "failed" : "dead";
}

/** True for the two solid marks. */
export function needsYou(session: Pick<Session, "status" | "activity" | "exit">): boolean {
  const mark = markOf(session);
  return mark === "wait" || mark === "error";
}

/** Who needs somebody, the longest wait first. */
export function whoNeedsYou(sessions: Iterable<Session>): readonly Session[] {
  return [...sessions]
    .filter(needsYou)
    .sort(
      (a, b) =>
        Date.parse(a.activity_since) - Date.parse(b.activity_since) || (a.id < b.id ? -1 : 1),
    );
}

/** How many sessions bear each mark. */
export function countMarks(sessions: Iterable<Session>): ReadonlyMap<Mark, number> {
  const counts = new Map<Mark, number>();
  for (const session of sessions) {
    const mark = markOf(session);
    counts.set(mark, (counts.get(mark) ?? 0) + 1);
  }
  return counts;
}
