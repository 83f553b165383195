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

/** An agent's report, while it may still stand. */
export interface StandingReport {
  readonly state: Activity;
  readonly at: number;
  /** When it lapses, in epoch milliseconds. */
  readonly until: number;
  /** The program in the foreground when it came, or null where that was not known. */
  readonly foreground: string | null;
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
  /** When the screen last showed something else by the program's own doing. */
  readonly changedAt: number;
  /** When the foreground job last used the CPU. */
  readonly cpuAt: number;
  readonly foreground: string | null;
  /** Since when that program has been in the foreground. */
  readonly foregroundSince: number;
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
}

/** Output and CPU use within this time are work going on. */
const WORK_MS = 3_000;

/** Title and screen have to say the same for so long before they end a report. */
const STABLE_MS = 1_500;

/** The one evaluator: decides for all clients, from the strongest source that says something. */
export function decideActivity(look: Look): Decision {
  const reportEnds = look.report === null ? null : whyEnded(look, look.report);
  const process = processFinding(look);
  const findings = [
    ...(look.report === null || reportEnds !== null ? [] : [reportFinding(look.report)]),
    ...(look.evidence === null ? [] : [evidenceFinding(look.evidence, process)]),
    process,
  ];
  const [by = process, ...others] = findings;
  return { activity: by.says ?? "idle", by, others, reportEnds };
}

function whyEnded(look: Look, report: StandingReport): string | null {
  if (look.now >= report.until) return "it is too old";
  const { evidence, foreground, foregroundSince } = look;
  const seenSince =
    evidence === null ? Number.POSITIVE_INFINITY : Math.max(evidence.since, report.at);
  if (evidence?.refutes.includes(report.state) === true && look.now - seenSince >= STABLE_MS) {
    return `the ${evidence.source} shows another state: ${evidence.why}`;
  }
  const wasAgent = report.foreground !== null && !isShell(report.foreground);
  const backAtShell = foreground !== null && isShell(foreground) && foregroundSince > report.at;
  if (wasAgent && backAtShell) return `${report.foreground} is gone, ${foreground} is back`;
  const wentOn = look.changedAt > report.at + STABLE_MS && look.cpuAt > report.at + STABLE_MS;
  if (report.state === "error" && wentOn) return "work went on after the error";
  return null;
}

function reportFinding({ state, at }: StandingReport): Finding {
  return { source: "report", says: state, words: `the agent reported ${state}`, since: at };
}

/** Evidence that no work goes on leaves open whether somebody is waited for; the process may tell. */
function evidenceFinding(evidence: SeenEvidence, process: Finding): Finding {
  const { source, why, since, state, refutes } = evidence;
  const restsOnly = state === "idle" && refutes.length === 1;
  const says = restsOnly && process.says === "awaiting_input" ? "awaiting_input" : state;
  return { source, says, words: why, since };
}

function finding(says: Activity, words: string, since: number): Finding {
  return { source: "process", says, words, since };
}

function processFinding(look: Look): Finding {
  const { now, changedAt, cpuAt, foreground } = look;
  if (now - changedAt < WORK_MS) return finding("active", "the screen changes", changedAt);
  if (now - cpuAt < WORK_MS) {
    return finding("active", `${foreground ?? "the job"} uses the CPU`, cpuAt);
  }
  const quietSince = Math.max(changedAt, cpuAt);
  if (foreground === null) return finding("idle", "nothing is in the foreground", quietSince);
  if (isShell(foreground)) return finding("idle", `${foreground} is at its prompt`, quietSince);
  if (isPassThrough(foreground)) {
    return finding("idle", `${foreground} hides what runs behind it`, quietSince);
  }
  if (look.readsTerminal === true) {
    return finding("awaiting_input", `${foreground} reads from its terminal`, quietSince);
  }
  if (look.interactive) {
    return finding("awaiting_input", `${foreground} has the terminal and is quiet`, quietSince);
  }
  return finding("idle", `${foreground} is quiet and does not read from its terminal`, quietSince);
}
