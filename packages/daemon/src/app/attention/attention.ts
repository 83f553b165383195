import type { Activity } from "@maestro/protocol";
import type { Agent } from "../../domain/agents/agent.ts";
import {
  type ActivitySource,
  type Decision,
  decideActivity,
  WORK_MS,
} from "../../domain/attention/decide-activity.ts";
import type { Observed, SessionId } from "../../domain/session.ts";
import type { Clock } from "../../ports/clock.ts";
import type { PaneFacts } from "../../ports/process-table.ts";
import type { ScreenFacts, TerminalSignal } from "../../ports/screen-models.ts";
import type { EventHub } from "../event-hub.ts";
import type { SessionStore } from "../session-store.ts";
import { agentInFront, findEvidence } from "./find-evidence.ts";
import type { FocusRegistry } from "./focus.ts";
import { hintFor, signalWords } from "./signal-words.ts";
import { WakeUps } from "./wake-ups.ts";
import {
  freshlyWatched,
  isHumanEcho,
  isSettled,
  lookAt,
  noteProcess,
  noteScreen,
  type Watched,
} from "./watched.ts";

/** A question counts as seen when somebody has looked at it for so long. */
const ACKNOWLEDGE_MS = 2_000;

/** How many of an agent's prompts are remembered, to confirm what was sent. */
const MAX_PROMPTS = 10;

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
  /** Whether it is the program in the foreground that speaks, as far as it was looked at. */
  readonly byForeground: boolean;
}

/** A session's activity changed, whether it shows or not. */
export interface ActivityChange {
  readonly id: SessionId;
  readonly from: Activity;
  readonly to: Activity;
  readonly source: ActivitySource;
}

/** What runs in the foreground, and where; null where that cannot be told. */
type Place = Pick<Observed, "foreground" | "currentCwd">;

/** What every running session is doing, decided in one place for all clients. */
export class Attention {
  readonly #context: AttentionContext;
  readonly #watched = new Map<SessionId, Watched>();
  readonly #listeners = new Set<(change: ActivityChange) => void>();
  readonly #wakeUps: WakeUps;

  constructor(context: AttentionContext) {
    this.#context = context;
    this.#wakeUps = new WakeUps(context.clock, (id) => this.evaluate(id));
  }

  /** Hears every change of an activity itself, also one that is not shown. */
  listen(listener: (change: ActivityChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The agent says what it does. One that repeats itself is silent. */
  reported(id: SessionId, { state, detail, byForeground }: Said): void {
    const watched = this.#of(id);
    const at = this.#context.clock.now();
    const asksAnew = state === "awaiting_input" && detail !== null && detail !== watched.detail;
    const before = watched.report;
    if (before?.state !== state || asksAnew) watched.acknowledged = false;
    if (detail !== null || before?.state !== state) watched.detail = detail;
    const owner = byForeground ? watched.job : null;
    watched.report = { state, at, until: at + this.#context.reportTtlMs, owner };
    this.evaluate(id);
  }

  /** The agent says that it took a prompt. */
  prompted(id: SessionId, text: string): void {
    const { prompts } = this.#of(id);
    prompts.push(text);
    if (prompts.length > MAX_PROMPTS) prompts.shift();
  }

  /** Somebody answered: what was asked for, or had failed, is no longer the last word. */
  submitted(id: SessionId): void {
    const watched = this.#of(id);
    const now = this.#context.clock.now();
    watched.humanAt = 0;
    watched.hint = null;
    watched.answeredAt = now;
    const { report } = watched;
    if (report?.state === "awaiting_input" || report?.state === "error") {
      watched.report = null;
      watched.detail = null;
    }
    // What comes of it is work until something says otherwise.
    watched.changedAt = now;
    this.evaluate(id);
  }

  /** A person typed or resized: what that draws on the screen is not the program's work. */
  touched(id: SessionId): void {
    this.#of(id).humanAt = this.#context.clock.now();
  }

  /** Whether what the program writes at this moment only repeats what a person did. */
  isHumanEcho(id: SessionId): boolean {
    const watched = this.#watched.get(id);
    return watched !== undefined && isHumanEcho(watched, this.#context.clock.now());
  }

  /** The screen shows something else. */
  screenChanged(id: SessionId, screen: ScreenFacts): void {
    const watched = this.#of(id);
    noteScreen(watched, screen, this.#context.clock.now());
    this.#lookForEvidence(id, watched);
    this.evaluate(id);
  }

  /**
   * The program said something through the terminal itself. Any program can, and text that is shown
   * by one as well: so its words are shown, and decide nothing.
   */
  signalled(id: SessionId, signal: TerminalSignal): void {
    // A shell rings at what a person mistypes.
    if (signal.kind === "bell" && this.isHumanEcho(id)) return;
    const watched = this.#of(id);
    watched.hint = signalWords(signal, watched.hint);
    this.evaluate(id);
  }

  /** What the process table says. */
  processSeen(id: SessionId, facts: PaneFacts): void {
    const watched = this.#of(id);
    const now = this.#context.clock.now();
    if (isSettled(watched, facts)) {
      watched.lookedAt = now;
      return;
    }
    const isOther = noteProcess(watched, facts, now);
    if (isOther) this.#lookForEvidence(id, watched);
    this.evaluate(id, { foreground: facts.foreground, currentCwd: facts.cwd });
  }

  /** Started again: whatever it did before is over, and what it did not do yet is no rest. */
  began(id: SessionId): void {
    this.#of(id).changedAt = this.#context.clock.now();
  }

  /** Found alive by a daemon that starts: what was reported to the last one is no longer known. */
  adopted(id: SessionId): void {
    const { store, clock } = this.#context;
    this.#of(id).lookedAt = null;
    const activity = store.get(id)?.observed.activity === "error" ? "idle" : null;
    const seen = { activityDetail: null, activitySince: clock.now() };
    store.observe(id, activity === null ? seen : { ...seen, activity }, false);
  }

  /** Decides anew and publishes what changed. Cheap: called whenever something was learnt. */
  evaluate(id: SessionId, place: Place | null = null): void {
    const { store, hub, clock } = this.#context;
    const session = store.get(id);
    if (session?.life.phase !== "running") return;
    const watched = this.#of(id);
    const now = clock.now();
    const decision = decideActivity(lookAt(watched, now));
    watched.decision = decision;
    watched.decidedAt = now;
    if (decision.reportEnds !== null) {
      watched.report = null;
      watched.detail = null;
    }
    const from = watched.activity;
    const to = decision.activity;
    if (from !== to) {
      watched.activity = to;
      watched.turnedAt = now;
      watched.changedSeq = hub.advance();
      // Work that began by itself has left behind what was said before it.
      if (to === "active") watched.hint = null;
    }
    if (to === "active") watched.acknowledged = false;
    this.#acknowledge(id, watched);
    if (decision.lookAgainAt !== null) this.#wakeUps.at(id, decision.lookAgainAt);
    const shown = to === "awaiting_input" && watched.acknowledged ? "idle" : to;
    const activityDetail = watched.detail ?? hintFor(to, watched.hint);
    const { observed } = session;
    const foreground = place === null ? observed.foreground : place.foreground;
    const currentCwd = place?.currentCwd ?? observed.currentCwd;
    const isSame =
      shown === observed.activity &&
      activityDetail === observed.activityDetail &&
      foreground === observed.foreground &&
      currentCwd === observed.currentCwd;
    // Mostly nothing has changed, and then it costs nothing.
    if (!isSame) {
      const activitySince = shown === observed.activity ? observed.activitySince : now;
      const seen = { activity: shown, activityDetail, activitySince, foreground, currentCwd };
      store.observe(id, seen, true);
    }
    if (from === to) return;
    for (const tell of this.#listeners) tell({ id, from, to, source: decision.by.source });
  }

  /** How the activity was decided, or null for a session that does not run. */
  why(id: SessionId): { readonly decision: Decision; readonly acknowledged: boolean } | null {
    if (this.#context.store.get(id)?.life.phase !== "running") return null;
    this.evaluate(id);
    const { decision, acknowledged } = this.#of(id);
    return decision === null ? null : { decision, acknowledged };
  }

  /** The activity itself, not its acknowledged display, and where in the stream it began. */
  actual(id: SessionId): { readonly activity: Activity; readonly changedSeq: number } {
    const { activity, changedSeq } = this.#of(id);
    return { activity, changedSeq };
  }

  /** The agent that takes what is typed, or null where none is known. */
  agent(id: SessionId): Agent | null {
    return agentInFront(this.#watched.get(id), this.#context.store.get(id)?.agent ?? null);
  }

  /** All that is known of a session, as it is now. */
  known(id: SessionId): Readonly<Watched> {
    return this.#of(id);
  }

  heardHook(id: SessionId): void {
    this.#of(id).hearsHooks = true;
  }

  seenReady(id: SessionId): void {
    this.#of(id).ready = true;
  }

  /** Whether nothing was drawn and nothing computed for a while. */
  isQuiet(id: SessionId): boolean {
    const { changedAt, cpuAt } = this.#of(id);
    return this.#context.clock.now() - Math.max(changedAt, cpuAt) >= WORK_MS;
  }

  /** The last line on the screen with text, for somebody who is told of a question. */
  lastLine(id: SessionId): string | null {
    return this.#watched.get(id)?.screen.lines.findLast((line) => line.trim() !== "") ?? null;
  }

  forget(id: SessionId): void {
    this.#wakeUps.forget(id);
    this.#watched.delete(id);
    this.#context.focus.forget(id);
  }

  #acknowledge(id: SessionId, watched: Watched): void {
    if (watched.activity !== "awaiting_input" || watched.acknowledged) return;
    const since = this.#context.focus.since(id);
    if (since === null) return;
    // What decides may be older than its effect: a quiet time comes before the rest that it shows.
    const asksSince = Math.max(watched.turnedAt, watched.decision?.by.since ?? 0);
    const seenAt = Math.max(since, asksSince) + ACKNOWLEDGE_MS;
    if (this.#context.clock.now() >= seenAt) watched.acknowledged = true;
    else this.#wakeUps.at(id, seenAt);
  }

  #lookForEvidence(id: SessionId, watched: Watched): void {
    const startedAs = this.#context.store.get(id)?.agent ?? null;
    watched.evidence = findEvidence(watched, startedAs, this.#context.clock.now());
  }

  #of(id: SessionId): Watched {
    const known = this.#watched.get(id);
    if (known !== undefined) return known;
    const { store, clock, hub } = this.#context;
    const fresh = freshlyWatched(store.get(id), { now: clock.now(), place: hub.place });
    this.#watched.set(id, fresh);
    return fresh;
  }
}
