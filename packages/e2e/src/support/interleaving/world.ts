import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type Session, sessionName } from "@maestro/protocol";
import { unaccounted } from "../account.ts";
import { ScratchRepository } from "../scratch-repository.ts";
import { eventually, TestDaemon } from "../test-daemon.ts";
import { differences, told } from "./compare-views.ts";
import { type Found, judge } from "./judge.ts";
import { judgeCreations } from "./judge-creations.ts";
import { Ledger } from "./ledger.ts";
import type { Burst, Step } from "./plan.ts";
import { type Move, play, type Stage } from "./player.ts";
import { Subscriber } from "./subscriber.ts";
import { describe } from "./story.ts";
import type { Taken, Tracked } from "./tracked.ts";

/** More than this many of either slow every look at all of them. */
const MOST = { sessions: 8, leftTrees: 6 };

/** A daemon, several clients, and a model of what there has to be. */
export class World {
  readonly daemon: TestDaemon;
  readonly #stage: Stage;
  readonly #tracked = new Map<string, Tracked>();
  readonly #branches = new Set<string>();
  readonly #prompt: Subscriber;
  readonly #slow: Subscriber;
  #tokens = 0;
  #bursts = 0;
  steps = 0;

  private constructor(stage: Stage) {
    this.#stage = stage;
    this.daemon = stage.daemon;
    this.#prompt = new Subscriber(stage.daemon);
    this.#slow = new Subscriber(stage.daemon);
  }

  static async open(): Promise<World> {
    const daemon = await TestDaemon.start();
    const repository = await ScratchRepository.make(daemon);
    return new World({ daemon, repository, ledger: await Ledger.open(daemon.home) });
  }

  /** How often the slow subscriber was told that it had missed events. */
  get lagged(): number {
    return this.#slow.lagged;
  }

  /** Plays a burst, waits until all is at rest, and fails with all that is wrong then. */
  async play({ clients, crashAfterMs }: Burst): Promise<void> {
    const shared = `shared-${this.#bursts++}`;
    const made: Session[] = [];
    this.#slow.pause();
    const before = [...this.#tracked.values()];
    const moves = clients.map((steps, client) =>
      steps.map((step) => this.#move(before, { client, step, shared })),
    );
    const taken: Taken[] = [];
    const playing = moves.map(async (own) => {
      for (const move of own) {
        taken.push(await play(this.#stage, move, (session) => made.push(session)));
      }
    });
    if (crashAfterMs !== null) {
      await delay(crashAfterMs);
      await this.daemon.crash();
    }
    await Promise.all(playing);
    if (crashAfterMs !== null) await this.#start(taken);
    this.#slow.resume();
    this.steps += taken.length;
    if (crashAfterMs !== null) taken.forEach((one, at) => (taken[at] = asCut(one)));
    for (const session of made) this.#track(session);
    const story = describe(taken, crashAfterMs);
    await eventually(async () => {
      const wrong = await this.#wrong(taken, crashAfterMs !== null);
      if (wrong.length > 0) throw new Error(`${wrong.join("\n")}\n\nafter\n${story}`);
    });
  }

  /** Ends and reclaims what is more than a look at all can bear. */
  housekeeping(): Burst | null {
    const there = [...this.#tracked.values()];
    const present = there.filter(({ session }) => session !== null).length - MOST.sessions;
    const left = there.filter(({ treeThere }) => treeThere).length - MOST.leftTrees;
    const steps: Step[] = [
      ...Array.from(
        { length: Math.max(0, present) },
        (_, on) => ({ kind: "kill", force: true, on }) as const,
      ),
      ...Array.from(
        { length: Math.max(0, left) },
        (_, on) => ({ kind: "reclaim", force: true, on }) as const,
      ),
    ];
    return steps.length === 0 ? null : { clients: [steps], crashAfterMs: null };
  }

  async close(): Promise<void> {
    this.#prompt.close();
    this.#slow.close();
    await this.daemon.destroy();
  }

  async #start(taken: readonly Taken[]): Promise<void> {
    await this.daemon.up();
    await this.daemon.recovered();
    // A text whose Enter was cut off stands in the program's line: the next one would continue it.
    for (const { on, step, answer } of taken) {
      if (on === null || step.kind !== "send" || answer.kind !== "cut") continue;
      const enter = { params: { id: on.id }, body: { text: "", submit: true } };
      await this.daemon.api.sendInput(enter).catch(() => {});
    }
    this.#prompt.retryNow();
    this.#slow.retryNow();
  }

  #move(before: readonly Tracked[], { client, step, shared }: Omit<Move, "on" | "token">): Move {
    const token = (this.#tokens++).toString(36);
    if (step.kind === "create") return { client, step, shared, token, on: null };
    const targets = before.filter(({ session, treeThere }) =>
      step.kind === "reclaim" ? treeThere : session !== null,
    );
    const on = targets[step.on % Math.max(1, targets.length)];
    if (on !== undefined) return { client, step, shared, token, on };
    const instead = { kind: "create", tree: "own", named: false } as const;
    return { client, step: instead, shared, token, on: null };
  }

  #track(session: Session): void {
    const { id, worktree } = session;
    if (this.#tracked.has(id)) throw new Error(`the id ${id} was given twice`);
    if (worktree !== null) this.#branches.add(worktree.branch);
    this.#tracked.set(id, {
      id,
      session,
      path: worktree?.path ?? null,
      treeThere: worktree !== null,
      work: "none",
      name: { may: [sessionName(session)] },
      marks: new Map(),
    });
  }

  async #wrong(taken: readonly Taken[], crashed: boolean): Promise<string[]> {
    const { daemon, repository, ledger } = this.#stage;
    const sessions = await daemon.api.listSessions();
    this.#adoptCut(sessions, taken);
    const listed = new Map(sessions.map((session) => [session.id, session]));
    const entries = new Set(this.#prompt.view.worktrees.keys());
    const founds = new Map<Tracked, Found>();
    for (const tracked of this.#tracked.values()) {
      const { id, path } = tracked;
      const session = listed.get(id) ?? null;
      const now = session?.worktree?.path ?? path;
      founds.set(tracked, {
        session,
        treeThere: now !== null && existsSync(now),
        hasEntry: now !== null && entries.has(now),
        lines: await ledger.linesOf(id),
      });
    }
    const wrong = [
      ...taken.filter(({ answer }) => answer.kind === "cut" && !crashed).map(() => "no answer"),
      ...[...founds].flatMap(([tracked, found]) =>
        judge(
          tracked,
          taken.filter(({ on }) => on === tracked),
          found,
        ),
      ),
      ...judgeCreations(taken, crashed),
      ...sessions.filter(({ id }) => !this.#tracked.has(id)).map(({ id }) => `nobody made ${id}`),
      ...this.#views(listed),
    ];
    if (wrong.length > 0) return wrong;
    const deep = [
      ...(await ledger.lostWork(repository)).map((path) => `lost: ${path}`),
      ...(await this.#records(sessions)),
      ...(await unaccounted(daemon, repository, this.#branches)),
    ];
    if (deep.length === 0) await this.#settleModel(founds, taken);
    return deep;
  }

  /** A creation that was cut off may have been carried through, and is known by its tag. */
  #adoptCut(sessions: readonly Session[], taken: readonly Taken[]): void {
    const cut = taken.filter(({ step, answer }) => step.kind === "create" && answer.kind === "cut");
    for (const session of sessions) {
      const { id, metadata } = session;
      if (this.#tracked.has(id)) continue;
      const at = cut.findIndex(({ token }) => token === metadata["tag"]);
      if (at === -1) continue;
      cut.splice(at, 1);
      this.#track(session);
    }
  }

  #views(listed: ReadonlyMap<string, Session>): string[] {
    return [this.#prompt, this.#slow].flatMap((subscriber, index) => {
      const { sessions, worktrees, current } = subscriber.view;
      const who = index === 0 ? "the prompt subscriber" : "the slow subscriber";
      const wrong = [...subscriber.complaints];
      if (!current) wrong.push(`${who} knows nothing current`);
      if (!isDeepStrictEqual(told(sessions), told(listed))) {
        wrong.push(`${who} sees other sessions: ${differences(told(sessions), told(listed))}`);
      }
      if (!isDeepStrictEqual(new Map(worktrees), new Map(this.#prompt.view.worktrees))) {
        wrong.push(`${who} sees other worktrees`);
      }
      return wrong;
    });
  }

  async #records(sessions: readonly Session[]): Promise<string[]> {
    const wrong: string[] = [];
    for (const { id, metadata, worktree, status } of sessions) {
      const path = join(this.daemon.stateDir, "sessions", `${id}.json`);
      const record = JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>;
      const same = {
        metadata: record["metadata"],
        worktree: record["worktree"],
        status: record["status"],
      };
      if (!isDeepStrictEqual(same, { metadata, worktree, status })) {
        wrong.push(`the record of ${id} says ${JSON.stringify(same)}`);
      }
    }
    return wrong;
  }

  async #settleModel(founds: ReadonlyMap<Tracked, Found>, taken: readonly Taken[]): Promise<void> {
    const work = (await this.#stage.ledger.work()).filter((path) => existsSync(path));
    for (const [tracked, { session, treeThere, hasEntry }] of founds) {
      tracked.session = session;
      tracked.path = session?.worktree?.path ?? tracked.path;
      tracked.treeThere = treeThere;
      const { path } = tracked;
      const holds = path !== null && work.some((file) => file.startsWith(`${path}/`));
      const maybe = treeThere && (hasEntry || tracked.work === "unsure");
      tracked.work = holds ? "held" : maybe ? "unsure" : "none";
      if (session === null) continue;
      tracked.name.may = [sessionName(session)];
      for (const { client, step, on } of taken) {
        if (step.kind !== "metadata" || on !== tracked) continue;
        tracked.marks.set(`${client}`, { may: [session.metadata[`mark${client}`]] });
      }
    }
  }
}

/** An attachment that a killed daemon ended, and one that a living daemon ended, look the same. */
function asCut(taken: Taken): Taken {
  const { answer } = taken;
  const isClosed = answer.kind === "refused" && answer.code === "closed";
  return isClosed ? { ...taken, answer: { kind: "cut" } } : taken;
}
