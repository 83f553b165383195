import type { Activity } from "@maestro/protocol";
import { compareScreens } from "../../domain/attention/compare-screens.ts";
import {
  type Decision,
  type Job,
  type Look,
  type SeenEvidence,
  type StandingReport,
  WORK_MS,
} from "../../domain/attention/decide-activity.ts";
import type { Session } from "../../domain/session.ts";
import type { PaneFacts } from "../../ports/process-table.ts";
import type { ScreenFacts } from "../../ports/screen-models.ts";

/** What a person's typing and resizing draw on the screen within this time is not work. */
const HUMAN_ECHO_MS = 1_000;

/** Less CPU than this between two looks is a cursor that blinks, not work. */
const IDLE_CPU_MS = 50;

/** How many cores a young job may have kept busy. */
const SOME_CORES = 4;

const BLANK: ScreenFacts = { title: "", lines: [], interactive: false };

/** Everything that is known of what one running session does. Times in epoch milliseconds. */
export interface Watched {
  report: StandingReport | null;
  /** What the report says in words. */
  detail: string | null;
  /** What the program said through the terminal itself, for as long as it is news. */
  hint: string | null;
  evidence: SeenEvidence | null;
  answeredAt: number;
  changedAt: number;
  /** Lines came at this time; one alone may be a hint that comes and goes. */
  lineAt: number;
  advancedAt: number;
  humanAt: number;
  cpuAt: number;
  cpuMs: number;
  /** When the processes were looked at last, or began; null where that was not by this daemon. */
  lookedAt: number | null;
  job: Job | null;
  readsTerminal: boolean | null;
  screen: ScreenFacts;
  /** When its program took the terminal over. */
  interactiveAt: number;
  decision: Decision | null;
  /** When that was decided. */
  decidedAt: number;
  /** What the process table said last. */
  facts: PaneFacts | null;
  /** The activity itself, not its acknowledged display, since when, and its place in the stream. */
  activity: Activity;
  turnedAt: number;
  changedSeq: number;
  acknowledged: boolean;
  /** Whether it took input once, or was quiet: what is typed before that may be lost. */
  ready: boolean;
  /** Whether its agent tells by hooks what it does, as it does it. */
  hearsHooks: boolean;
  /** The last prompts that its agent said it took. */
  readonly prompts: string[];
}

/** A session of which nothing was seen yet. */
export function freshlyWatched(
  session: Session | null,
  { now, place }: { readonly now: number; readonly place: number },
): Watched {
  return {
    report: null,
    detail: null,
    hint: null,
    evidence: null,
    answeredAt: 0,
    changedAt: session?.observed.lastActivityAt ?? now,
    lineAt: 0,
    advancedAt: 0,
    humanAt: 0,
    cpuAt: 0,
    cpuMs: 0,
    lookedAt: now,
    job: null,
    readsTerminal: null,
    screen: BLANK,
    interactiveAt: 0,
    decision: null,
    decidedAt: 0,
    facts: null,
    activity: session?.observed.activity ?? "idle",
    turnedAt: now,
    changedSeq: place,
    acknowledged: false,
    ready: false,
    hearsHooks: false,
    prompts: [],
  };
}

/** What the evaluator sees of it. */
export function lookAt(watched: Watched, now: number): Look {
  const { report, evidence, answeredAt, changedAt, advancedAt, cpuAt, job } = watched;
  const { readsTerminal, screen } = watched;
  // Whoever took the terminal over since the last look may be another than was seen then.
  const interactive = screen.interactive && watched.interactiveAt <= (watched.lookedAt ?? now);
  return {
    now,
    report,
    evidence,
    answeredAt,
    changedAt,
    advancedAt,
    cpuAt,
    job,
    readsTerminal,
    interactive,
  };
}

/** Whether what is drawn at this moment is a person's own doing. */
export function isHumanEcho({ humanAt }: Watched, now: number): boolean {
  return now - humanAt <= HUMAN_ECHO_MS;
}

/** Takes in what the screen shows now. */
export function noteScreen(watched: Watched, screen: ScreenFacts, now: number): void {
  // The first look shows what was there before anybody looked.
  const isFirst = watched.screen === BLANK;
  const change = compareScreens(watched.screen.lines, screen.lines);
  if (screen.interactive && !watched.screen.interactive) watched.interactiveAt = now;
  watched.screen = screen;
  if (isFirst || change === "same" || isHumanEcho(watched, now)) return;
  watched.changedAt = now;
  if (change !== "advanced") return;
  if (now - watched.lineAt < WORK_MS) watched.advancedAt = now;
  watched.lineAt = now;
}

/** Takes in what the process table says; answers whether another job is in the foreground. */
export function noteProcess(watched: Watched, facts: PaneFacts, now: number): boolean {
  const { foreground, foregroundPid, cpuMs, readsTerminal } = facts;
  const job =
    foreground === null || foregroundPid === null
      ? null
      : { program: foreground, pid: foregroundPid };
  const isOther = job?.pid !== watched.job?.pid || job?.program !== watched.job?.program;
  const used = isOther ? sinceItBegan(watched, cpuMs, now) : cpuMs - watched.cpuMs;
  if (used >= IDLE_CPU_MS) watched.cpuAt = now;
  Object.assign(watched, { job, cpuMs, readsTerminal, lookedAt: now, facts });
  return isOther;
}

/**
 * Whether nothing can come of looking again: the processes are as they were, and what was decided of
 * them does not change with time either. So a hundred sessions at rest cost next to nothing.
 */
export function isSettled(watched: Watched, facts: PaneFacts): boolean {
  const { report, decision, decidedAt, changedAt, cpuAt, interactiveAt, lookedAt } = watched;
  if (facts !== watched.facts || report !== null || decision === null) return false;
  const sawAll = lookedAt !== null && interactiveAt <= lookedAt;
  const isOver = decidedAt - Math.max(changedAt, cpuAt) >= WORK_MS;
  const mayBeSeen = watched.activity === "awaiting_input" && !watched.acknowledged;
  return sawAll && isOver && !mayBeSeen && decision.lookAgainAt === null;
}

/**
 * What a job that is new in the foreground has used since the last look. One that can have used it
 * all in that time has begun in it; any other was there before, in the background perhaps.
 */
function sinceItBegan({ lookedAt }: Watched, cpuMs: number, now: number): number {
  return lookedAt !== null && cpuMs <= (now - lookedAt) * SOME_CORES ? cpuMs : 0;
}
