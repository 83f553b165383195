import type { Activity } from "@maestro/protocol";
import type { Agent, Shown } from "../../domain/agents/agent.ts";
import { agentNamed, agentOfProgram } from "../../domain/agents/agents.ts";
import {
  type Decision,
  decideActivity,
  type Look,
  type SeenEvidence,
  type StandingReport,
} from "../../domain/attention/decide-activity.ts";
import type { SessionId } from "../../domain/session.ts";
import type { Clock } from "../../ports/clock.ts";
import type { PaneFacts } from "../../ports/process-table.ts";
import type { ScreenFacts } from "../../ports/screen-models.ts";
import type { EventHub } from "../event-hub.ts";
import type { SessionStore } from "../session-store.ts";
import type { FocusRegistry } from "./focus.ts";

/** A question counts as seen when somebody has looked at it for so long. */
const ACKNOWLEDGE_MS = 2_000;

/** What a person's typing and resizing draw on the screen within this time is not work. */
const HUMAN_ECHO_MS = 1_000;

/** Less CPU than this between two looks is a cursor that blinks, not work. */
const IDLE_CPU_MS = 50;

/** Evidence is looked at again when it has become stable. */
const STABLE_MS = 1_550;

/** What attention works with. */
export interface AttentionContext {
  readonly store: SessionStore;
  readonly hub: EventHub;
  readonly focus: FocusRegistry;
  readonly clock: Clock;
  /** How long a report stands when nothing ends it. */
  readonly reportTtlMs: number;
}

/** What a report says, its detail cleaned. */
export interface Said {
  readonly state: Activity;
  readonly detail: string | null;
}

interface Watched {
  report: StandingReport | null;
  detail: string | null;
  evidence: SeenEvidence | null;
  changedAt: number;
  humanAt: number;
  cpuAt: number;
  cpuMs: number;
  foreground: string | null;
  foregroundSince: number;
  readsTerminal: boolean | null;
  screen: ScreenFacts;
  decision: Decision | null;
  /** The activity itself, not its acknowledged display, and its place in the stream. */
  activity: Activity;
  changedSeq: number;
  acknowledged: boolean;
  timer: NodeJS.Timeout | null;
}

const BLANK: ScreenFacts = { title: "", lines: [], interactive: false };

/** What every running session is doing, decided in one place for all clients. */
export class Attention {
  readonly #context: AttentionContext;
  readonly #watched = new Map<SessionId, Watched>();

  constructor(context: AttentionContext) {
    this.#context = context;
  }

  /** The agent says what it does. One that repeats itself is silent. */
  reported(id: SessionId, { state, detail }: Said): void {
    const watched = this.#of(id);
    const at = this.#context.clock.now();
    const until = at + this.#context.reportTtlMs;
    const asksAnew = state === "awaiting_input" && detail !== null && detail !== watched.detail;
    if (watched.report?.state !== state || asksAnew) watched.acknowledged = false;
    const keepsWords = detail === null && watched.report?.state === state;
    watched.detail = keepsWords ? watched.detail : detail;
    watched.report = { state, at, until, foreground: watched.foreground };
    this.evaluate(id);
  }

  /** Somebody answered: what was asked for, or had failed, is no longer the last word. */
  submitted(id: SessionId): void {
    const watched = this.#of(id);
    watched.humanAt = 0;
    const { report } = watched;
    if (report?.state !== "awaiting_input" && report?.state !== "error") return;
    watched.report = null;
    watched.detail = null;
    // What comes of it is work until something says otherwise.
    watched.changedAt = this.#context.clock.now();
    this.evaluate(id);
  }

  /** A person typed or resized: what that draws on the screen is not the program's work. */
  touched(id: SessionId): void {
    this.#of(id).humanAt = this.#context.clock.now();
  }

  /** The screen shows something else. */
  screenChanged(id: SessionId, screen: ScreenFacts): void {
    const watched = this.#of(id);
    const now = this.#context.clock.now();
    const sameText =
      screen.lines.length === watched.screen.lines.length &&
      screen.lines.every((line, at) => line === watched.screen.lines[at]);
    // The first look shows what was there before anybody looked.
    const isFirst = watched.screen === BLANK;
    watched.screen = screen;
    if (!sameText && !isFirst && now - watched.humanAt > HUMAN_ECHO_MS) watched.changedAt = now;
    this.#lookForEvidence(id, watched);
    this.evaluate(id);
    if (watched.evidence !== null && watched.report !== null) this.#evaluateLater(id, watched);
  }

  /** What the process table says, once a tick. */
  processSeen(id: SessionId, facts: PaneFacts): void {
    const watched = this.#of(id);
    const now = this.#context.clock.now();
    if (facts.foreground !== watched.foreground) {
      watched.foreground = facts.foreground;
      watched.foregroundSince = now;
      watched.cpuMs = facts.cpuMs;
      this.#lookForEvidence(id, watched);
    }
    if (facts.cpuMs - watched.cpuMs >= IDLE_CPU_MS) watched.cpuAt = now;
    watched.cpuMs = facts.cpuMs;
    watched.readsTerminal = facts.readsTerminal;
    this.evaluate(id);
  }

  /** Decides anew and publishes what changed. Cheap: called whenever something was learnt. */
  evaluate(id: SessionId): void {
    const session = this.#context.store.get(id);
    if (session?.life.phase !== "running") return;
    const watched = this.#of(id);
    const decision = decideActivity(this.#look(watched));
    watched.decision = decision;
    if (decision.reportEnds !== null) {
      watched.report = null;
      watched.detail = null;
    }
    if (decision.activity !== watched.activity) {
      watched.activity = decision.activity;
      watched.changedSeq = this.#context.hub.advance();
    }
    if (decision.activity === "active") watched.acknowledged = false;
    this.#acknowledge(id, watched);
    const shown = this.#shown(watched);
    const { observed } = session;
    const now = this.#context.clock.now();
    const seen = {
      activity: shown,
      activityDetail: watched.detail,
      activitySince: shown === observed.activity ? observed.activitySince : now,
    };
    this.#context.store.observe(id, seen, true);
  }

  /** How the activity was decided, or null for a session that does not run. */
  why(id: SessionId): { readonly decision: Decision; readonly acknowledged: boolean } | null {
    if (this.#context.store.get(id)?.life.phase !== "running") return null;
    this.evaluate(id);
    const watched = this.#of(id);
    const { decision, acknowledged } = watched;
    return decision === null ? null : { decision, acknowledged };
  }

  /** The activity itself, not its acknowledged display, and where in the stream it began. */
  actual(id: SessionId): { readonly activity: Activity; readonly changedSeq: number } {
    const { activity, changedSeq } = this.#of(id);
    return { activity, changedSeq };
  }

  /** The last lines of the screen, for somebody who is told of a question. */
  lastLine(id: SessionId): string | null {
    return this.#watched.get(id)?.screen.lines.findLast((line) => line.trim() !== "") ?? null;
  }

  forget(id: SessionId): void {
    const timer = this.#watched.get(id)?.timer;
    if (timer) clearTimeout(timer);
    this.#watched.delete(id);
    this.#context.focus.forget(id);
  }

  #look(watched: Watched): Look {
    const { report, evidence, changedAt, cpuAt, foreground, foregroundSince } = watched;
    return {
      now: this.#context.clock.now(),
      report,
      evidence,
      changedAt,
      cpuAt,
      foreground,
      foregroundSince,
      readsTerminal: watched.readsTerminal,
      interactive: watched.screen.interactive,
    };
  }

  #shown({ activity, acknowledged }: Watched): Activity {
    return activity === "awaiting_input" && acknowledged ? "idle" : activity;
  }

  #acknowledge(id: SessionId, watched: Watched): void {
    if (watched.activity !== "awaiting_input" || watched.acknowledged) return;
    const since = this.#context.focus.since(id);
    if (since === null) return;
    const began = Math.max(since, watched.decision?.by.since ?? since);
    const seenFor = this.#context.clock.now() - began;
    if (seenFor >= ACKNOWLEDGE_MS) watched.acknowledged = true;
    else this.#evaluateLater(id, watched, ACKNOWLEDGE_MS - seenFor + 10);
  }

  #lookForEvidence(id: SessionId, watched: Watched): void {
    const agent = this.#agentOf(id, watched);
    const { title, lines } = watched.screen;
    const shown: Shown = { title, screenLines: lines };
    const found = agent?.evidence(shown) ?? null;
    const before = watched.evidence;
    const same = found !== null && before?.state === found.state && before.source === found.source;
    const since = same ? before.since : this.#context.clock.now();
    watched.evidence = found === null ? null : { ...found, since };
  }

  /** The agent in the foreground, else the one the session was started with. */
  #agentOf(id: SessionId, watched: Watched): Agent | null {
    const inFront = watched.foreground === null ? null : agentOfProgram(watched.foreground);
    if (inFront !== null) return inFront;
    const named = this.#context.store.get(id)?.agent ?? null;
    return named === null ? null : agentNamed(named);
  }

  #evaluateLater(id: SessionId, watched: Watched, ms = STABLE_MS): void {
    watched.timer ??= setTimeout(() => {
      watched.timer = null;
      this.evaluate(id);
    }, ms);
    watched.timer.unref();
  }

  #of(id: SessionId): Watched {
    const known = this.#watched.get(id);
    if (known !== undefined) return known;
    const now = this.#context.clock.now();
    const session = this.#context.store.get(id);
    const fresh: Watched = {
      report: null,
      detail: null,
      evidence: null,
      changedAt: session?.observed.lastActivityAt ?? now,
      humanAt: 0,
      cpuAt: 0,
      cpuMs: 0,
      foreground: null,
      foregroundSince: now,
      readsTerminal: null,
      screen: BLANK,
      decision: null,
      activity: session?.observed.activity ?? "idle",
      changedSeq: this.#context.hub.place,
      acknowledged: false,
      timer: null,
    };
    this.#watched.set(id, fresh);
    return fresh;
  }
}
