import type { Exit, Life, PaneIdentity, Session } from "./session.ts";

/**
 * What was observed of a session or decided about it. Observations name the pane they were made of,
 * so that a late one cannot hit a session that was resumed meanwhile.
 */
export type LifeEvent =
  /** The command ended; `exit` is null where nobody could learn how. */
  | { readonly type: "ended"; readonly pane: PaneIdentity; readonly exit: Exit | null }
  /** A daemon start found the terminal alive. */
  | { readonly type: "adopted"; readonly pane: PaneIdentity }
  /** A daemon start found that the command had ended, its pane still there. */
  | { readonly type: "found-ended"; readonly exit: Exit | null }
  /** A daemon start found nothing left: the host was rebooted or the tmux server is gone. */
  | { readonly type: "cut-off" }
  /** Its worktree was removed, or kept and recorded, or it has none. */
  | { readonly type: "settled"; readonly treeRemoved: boolean }
  /** A dead or dormant session was started again. */
  | { readonly type: "resumed"; readonly pane: PaneIdentity; readonly at: number }
  /** It is about to be ended for good; said on disk before anything is torn down. */
  | { readonly type: "ending"; readonly keepWorktree: boolean };

/** What has to be done because of a transition. */
type LifeEffect = "keep-final-screen" | "settle";

/** The session after an event and what follows from it. The very same session where nothing changed. */
export interface Transition {
  readonly session: Session;
  readonly effects: readonly LifeEffect[];
}

/** The whole life of a session. Total and pure: an event that does not apply changes nothing. */
export function transition(session: Session, event: LifeEvent): Transition {
  const unchanged: Transition = { session, effects: [] };
  const { life } = session;
  switch (event.type) {
    case "ended":
      if (life.phase !== "running" || life.pane !== event.pane) return unchanged;
      return {
        session: atRest(session, { phase: "dead", exit: event.exit, settled: false }),
        effects: ["keep-final-screen", "settle"],
      };
    case "found-ended":
      if (life.phase !== "running") return unchanged;
      return {
        session: atRest(session, { phase: "dead", exit: event.exit, settled: false }),
        effects: ["keep-final-screen", "settle"],
      };
    case "adopted":
      if (life.phase !== "running" || life.pane === event.pane) return unchanged;
      return { session: { ...session, life: { phase: "running", pane: event.pane } }, effects: [] };
    case "cut-off":
      if (life.phase !== "running") return unchanged;
      return {
        session: cutOff(atRest(session, { phase: "dormant" })),
        effects: [],
      };
    case "settled":
      if (life.phase !== "dead" || life.settled) return unchanged;
      return {
        session: {
          ...(event.treeRemoved ? withoutTree(session) : session),
          life: { ...life, settled: true },
        },
        effects: [],
      };
    case "resumed":
      if (life.phase === "running" || session.ending !== null) return unchanged;
      return {
        session: {
          ...session,
          life: { phase: "running", pane: event.pane },
          generation: session.generation + 1,
          observed: { ...session.observed, activity: "idle", activitySince: event.at },
        },
        effects: [],
      };
    case "ending":
      if (session.ending?.keepWorktree === event.keepWorktree) return unchanged;
      return {
        session: { ...session, ending: { keepWorktree: event.keepWorktree } },
        effects: [],
      };
    default:
      return event satisfies never;
  }
}

/** Nothing runs in its pane any more; its last activity is kept. */
function atRest(session: Session, life: Life): Session {
  return { ...session, life, observed: { ...session.observed, foreground: null } };
}

function cutOff(session: Session): Session {
  const observed = { ...session.observed, activity: "idle" as const, activityDetail: null };
  return { ...session, observed };
}

/** The tree is gone, and with it everything that was said of it. `repo` stays, for grouping. */
export function withoutTree(session: Session): Session {
  const treeRemoved = session.treeRemoved || session.worktree !== null;
  const observed = { ...session.observed, blockedWork: null };
  return { ...session, worktree: null, treeRemoved, observed };
}
