import type { Activity } from "@maestro/protocol";
import type { Evidence as AgentEvidence } from "../agents/agent.ts";
import { isPassThrough, isShell } from "./known-programs.ts";

/** Where something was seen: the sources by rank, the strongest first. */
export type ActivitySource = "report" | "title" | "screen" | "process";

/** What one source says of a session. */
export interface Finding {
  readonly source: ActivitySource;
  /** null where it says nothing. */
  readonly says: Activity | null;
  /** What was seen, in words. */
  readonly words: string;
  /** Since when it has said so, in epoch milliseconds. */
  readonly since: number;
}

/** The job in the foreground of a pane. The pid tells one start of a program from the next. */
export interface Job {
  readonly program: string;
  readonly pid: number;
}

/** An agent's report, while it may still stand. */
export interface StandingReport {
  readonly state: Activity;
  readonly at: number;
  /** When it lapses, in epoch milliseconds. */
  readonly until: number;
  /** The foreground job that it is of, or null where that is not known. */
  readonly owner: Job | null;
}

/** What the agent's adapter recognises in title or screen, and since when without a break. */
export interface SeenEvidence extends AgentEvidence {
  readonly since: number;
}

/** Everything that is known of one session at one moment. Times in epoch milliseconds. */
export interface Look {
  readonly now: number;
  readonly report: StandingReport | null;
  readonly evidence: SeenEvidence | null;
  /** When somebody submitted something last: what was seen before has to show itself anew. */
  readonly answeredAt: number;
  /** When the screen last showed something else by the program's own doing. */
  readonly changedAt: number;
  /** When lines were last added to the screen, other than by a redraw in place. */
  readonly advancedAt: number;
  /** When the foreground job last used the CPU. */
  readonly cpuAt: number;
  /** null where nothing is in the foreground, or where that was not looked at yet. */
  readonly job: Job | null;
  /** Whether it sleeps in a read from its terminal; null where none can tell. */
  readonly readsTerminal: boolean | null;
  /** Whether it took the terminal over (raw keys, a screen of its own). */
  readonly interactive: boolean;
}

/** What a session does, and how that was decided. */
export interface Decision {
  readonly activity: Activity;
  readonly by: Finding;
  readonly others: readonly Finding[];
  /** Why the report no longer stands, where there was one and it does not. */
  readonly reportEnds: string | null;
  /** When to look again though nothing new is learnt: something becomes stable then. Else null. */
  readonly lookAgainAt: number | null;
}

/** Output and CPU use within this time are work going on. */
export const WORK_MS = 3_000;

/** Title and screen have to say the same for so long before they end a report. */
const STABLE_MS = 1_500;

/** The one evaluator: decides for all clients, from the strongest source that says something. */
export function decideActivity(look: Look): Decision {
  const { now, report, evidence } = look;
  const refutesAt = report === null ? null : refutationAt(look, report);
  const reportEnds = report === null ? null : whyEnded(look, { report, refutesAt });
  const stands = reportEnds === null ? report : null;
  const process = processFinding(look);
  const findings = [
    ...(stands === null ? [] : [reportFinding(stands)]),
    ...(evidence === null ? [] : [evidenceFinding(look, evidence)]),
    process,
  ];
  const by = findings.find(({ says }) => says !== null) ?? process;
  const others = findings.filter((finding) => finding !== by);
  const stableAt = evidence === null ? null : stabilityOf(look, evidence);
  const lookAgainAt = stands === null ? stableAt : refutesAt;
  return {
    activity: by.says ?? "idle",
    by,
    others,
    reportEnds,
    lookAgainAt: lookAgainAt !== null && lookAgainAt > now ? lookAgainAt : null,
  };
}

/** When evidence will have shown the same for long enough since anybody answered. */
function stabilityOf({ answeredAt }: Look, { since }: SeenEvidence): number {
  return Math.max(since, answeredAt) + STABLE_MS;
}

/** When title or screen will have contradicted the report for long enough, or null. */
function refutationAt(look: Look, { state, at }: StandingReport): number | null {
  const { evidence } = look;
  if (evidence?.refutes.includes(state) !== true) return null;
  return Math.max(stabilityOf(look, evidence), at + STABLE_MS);
}

function whyEnded(
  { now, evidence, job, advancedAt, cpuAt, changedAt }: Look,
  { report, refutesAt }: { readonly report: StandingReport; readonly refutesAt: number | null },
): string | null {
  const { state, at, until, owner } = report;
  if (now >= until) return "it is too old";
  if (owner !== null && job !== null && job.pid !== owner.pid) {
    return `${owner.program} is no longer in the foreground, ${job.program} is`;
  }
  if (evidence !== null && refutesAt !== null && now >= refutesAt) {
    return `the ${evidence.source} shows another state: ${evidence.why}`;
  }
  // What belongs to the failure itself is drawn and computed at the time of the report.
  const isAfter = (time: number): boolean => time > at + STABLE_MS;
  const wentOn = isAfter(advancedAt) || (isAfter(cpuAt) && isAfter(changedAt));
  return state === "error" && wentOn ? "work went on after the error" : null;
}

function reportFinding({ state, at }: StandingReport): Finding {
  return { source: "report", says: state, words: `the agent reported ${state}`, since: at };
}

/**
 * Evidence of work, or of a question that nobody answered, counts at once. That no work goes on may be
 * a moment between two steps, or before the agent's own word: it counts once it is stable. And it
 * mostly leaves open whether somebody is waited for, which the process may tell.
 */
function evidenceFinding(look: Look, evidence: SeenEvidence): Finding {
  const { source, why, since, state, refutes } = evidence;
  const found = { source, words: why, since };
  const isStable = look.now >= stabilityOf(look, evidence);
  const isFresh = state === "awaiting_input" && since > look.answeredAt;
  if (state === "active" || isFresh) return { ...found, says: state };
  if (!isStable) return { ...found, says: null };
  const restsOnly = state === "idle" && !refutes.includes("awaiting_input");
  return { ...found, says: restsOnly ? restOf(look).says : state };
}

function processFinding(look: Look): Finding {
  const { now, changedAt, cpuAt, job } = look;
  const found = { source: "process", since: Math.max(changedAt, cpuAt) } as const;
  if (now - changedAt < WORK_MS) {
    return { ...found, says: "active", words: "the screen changes" };
  }
  if (now - cpuAt < WORK_MS) {
    return { ...found, says: "active", words: `${job?.program ?? "the job"} uses the CPU` };
  }
  return { ...found, ...restOf(look) };
}

/** What a quiet session does. */
function restOf({ job, readsTerminal, interactive }: Look): {
  readonly says: "idle" | "awaiting_input";
  readonly words: string;
} {
  if (job === null) return { says: "idle", words: "nothing is in the foreground" };
  const { program } = job;
  if (isShell(program)) return { says: "idle", words: `${program} is at its prompt` };
  if (isPassThrough(program)) {
    return { says: "idle", words: `${program} hides what runs behind it` };
  }
  if (readsTerminal === true) {
    return { says: "awaiting_input", words: `${program} reads from its terminal` };
  }
  if (interactive) {
    return { says: "awaiting_input", words: `${program} has the terminal and is quiet` };
  }
  return { says: "idle", words: `${program} is quiet and does not read from its terminal` };
}
