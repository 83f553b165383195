import { nameOf, withName, type Session, type SessionId } from "../domain/session.ts";
import { generateName } from "../domain/session-name.ts";
import { transition } from "../domain/transition.ts";
import type { Loaded } from "../ports/record-store.ts";
import type { Finding } from "../ports/terminal-host.ts";
import type { AppContext } from "./app-context.ts";
import { finishEnding } from "./kill-session.ts";
import { keepFinalScreen } from "./session-ended.ts";
import { settleSession } from "./settle-session.ts";
import { makeTerminal } from "./start-terminal.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** How many terminals are looked for at once: more only wait for each other on the same cores. */
const AT_ONCE = 8;

/** Sessions of an earlier run that are still being looked for. */
export class Adoptions {
  readonly #running = new Map<SessionId, Promise<void>>();
  #allDone = false;

  get allDone(): boolean {
    return this.#allDone;
  }

  /** Resolves when this session's own adoption, if there is one, is over. */
  async wait(id: SessionId): Promise<void> {
    await this.#running.get(id);
  }

  /** Carries out one task for each session, a few at a time; one failure stops no other. */
  async run(ids: readonly SessionId[], task: (id: SessionId) => Promise<void>): Promise<void> {
    const queue = [...ids];
    const starts = new Map<SessionId, () => void>();
    for (const id of ids) {
      const started = new Promise<void>((resolve) => starts.set(id, resolve));
      this.#running.set(
        id,
        started.then(() => task(id)),
      );
    }
    const worker = async (): Promise<void> => {
      for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
        starts.get(id)?.();
        await this.#running.get(id)?.catch(() => {});
        this.#running.delete(id);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    this.#allDone = true;
  }
}

/**
 * Finds the sessions of earlier runs again. All records are listed at once; the terminals are looked
 * for behind that. Starts and resumes nothing, but finishes what an earlier daemon had begun.
 */
export async function recover(
  context: AppContext,
  adoptions: Adoptions,
  loaded: Loaded<Session>,
): Promise<void> {
  const { store, host, log } = context;
  const rebooted = await hasRebooted(context, loaded.records.length);
  const known = new Set([
    ...loaded.records.map(({ id }) => id as string),
    ...loaded.skipped.filter(({ reason }) => reason.includes("newer")).map(({ key }) => key),
  ]);
  const unknown = rebooted ? [] : (await host.list()).filter((id) => !known.has(id));
  const ids = [...loaded.records.map(({ id }) => id), ...unknown];
  await adoptions.run(ids, async (id) => {
    try {
      await adopt(context, id, rebooted);
    } catch (error) {
      log.error("a session could not be recovered", { id, error: (error as Error).message });
    }
    store.announce(id);
  });
}

/** Whether the host was rebooted since the last run. What cannot be read says nothing. */
async function hasRebooted(context: AppContext, sessions: number): Promise<boolean> {
  const { boot, log } = context;
  const { current, stored } = await boot.read();
  const rebooted = current !== null && stored !== null && current !== stored;
  if (rebooted) log.info("the host was rebooted; its sessions are dormant", { sessions });
  if (current !== null && current !== stored) {
    await boot.store(current).catch((error: Error) => {
      log.warn("the boot id could not be stored", { error: error.message });
    });
  }
  return rebooted;
}

async function adopt(context: AppContext, id: SessionId, rebooted: boolean): Promise<void> {
  const session = context.store.get(id);
  if (session === null) return adoptUnrecorded(context, id);
  if (session.ending !== null) return finishOldEnding(context, session, session.ending);
  if (session.life.phase === "running") {
    if (rebooted) await cutOff(context, id);
    else await findAgain(context, id);
  }
  await pruneIfGone(context, id);
  const now = context.store.get(id);
  if (now?.life.phase === "dead" && !now.life.settled) await settleSession(context, id);
}

/** Looks for the terminal of a session that is recorded as running. */
export async function findAgain(context: AppContext, id: SessionId): Promise<void> {
  const session = context.store.get(id);
  if (session === null) return;
  const terminal = makeTerminal(context, session);
  const finding = await context.host.find(id, session.generation, terminal);
  await apply(context, { id, terminal, finding });
}

interface Found {
  readonly id: SessionId;
  readonly terminal: Terminal;
  readonly finding: Finding;
}

async function apply(context: AppContext, { id, terminal, finding }: Found): Promise<void> {
  const { store, terminals, host, log } = context;
  switch (finding.kind) {
    case "alive":
      terminal.connect(finding.pane, finding.capture);
      terminals.set(id, terminal);
      await store.turn(id, (turn) =>
        turn.commit((now) => {
          const pane = finding.pane.identity;
          const size = { cols: finding.capture.cols, rows: finding.capture.rows };
          return { ...transition(now, { type: "adopted", pane }).session, size };
        }),
      );
      return;
    case "ended":
      terminal.refilled(finding.capture);
      await keepFinalScreen(context, id, terminal.snapshot());
      await store.turn(id, (turn) =>
        turn.commit(
          (now) => transition(now, { type: "found-ended", exit: finding.exit }).session,
          "regardless",
        ),
      );
      terminal.close("removed");
      await host.clear(id);
      return;
    case "gone":
      terminal.close("removed");
      await host.clear(id);
      await cutOff(context, id);
      return;
    case "unknown":
      terminal.close("removed");
      log.warn("a session's terminal could not be judged; it is left alone", {
        id,
        reason: finding.reason,
      });
      return;
    default:
      finding satisfies never;
  }
}

async function cutOff(context: AppContext, id: SessionId): Promise<void> {
  await context.store.turn(id, (turn) =>
    turn.commit((now) => transition(now, { type: "cut-off" }).session, "regardless"),
  );
}

async function finishOldEnding(
  context: AppContext,
  session: Session,
  { keepWorktree }: NonNullable<Session["ending"]>,
): Promise<void> {
  const { id } = session;
  if (session.life.phase === "running") {
    const terminal = makeTerminal(context, session);
    const finding = await context.host.find(id, session.generation, terminal);
    if (finding.kind === "unknown") {
      terminal.close("removed");
      context.log.warn("an ending waits: its terminal cannot be judged", {
        id,
        reason: finding.reason,
      });
      return;
    }
    if (finding.kind === "alive") {
      terminal.connect(finding.pane, finding.capture);
      context.terminals.set(id, terminal);
    } else terminal.close("removed");
  }
  await context.store.turn(id, (turn) => finishEnding(context, id, { turn, keepWorktree }));
  context.log.info("finished the ending of a session that an earlier daemon had begun", { id });
}

/** A live terminal without a record gets a small one, so that it can be seen and ended. */
async function adoptUnrecorded(context: AppContext, id: SessionId): Promise<void> {
  const now = context.clock.now();
  const names = new Set(context.store.list().map((other) => nameOf(other) ?? ""));
  const session: Session = {
    id,
    cwd: "/",
    cwdDevice: null,
    command: "",
    env: {},
    metadata: withName({}, generateName(names, Math.random), "generated"),
    worktree: null,
    repo: null,
    life: { phase: "dormant" },
    createdAt: now,
    generation: 1,
    size: { cols: 80, rows: 24 },
    ending: null,
    agent: null,
    agentSessionId: null,
    observed: {
      foreground: null,
      currentCwd: null,
      activity: "idle",
      activityDetail: null,
      activitySince: now,
      lastActivityAt: now,
      lastFocusedAt: null,
      blockedWork: null,
    },
    extra: {},
  };
  const terminal = makeTerminal(context, session);
  const finding = await context.host.find(id, null, terminal);
  if (finding.kind === "gone") {
    terminal.close("removed");
    await context.host.clear(id);
    return;
  }
  if (finding.kind === "unknown") {
    terminal.close("removed");
    context.log.warn("a terminal without a record is left alone", { id, reason: finding.reason });
    return;
  }
  const { generation } = finding;
  const pane = finding.kind === "alive" ? finding.pane.identity : "ended";
  await context.store.add({ ...session, generation, life: { phase: "running", pane } });
  context.log.warn("a terminal without a record got a small one", { id });
  await apply(context, { id, terminal, finding });
}

/** A dormant record whose directory is gone for certain cannot be resumed any more. */
async function pruneIfGone(context: AppContext, id: SessionId): Promise<void> {
  const session = context.store.get(id);
  if (session === null || session.life.phase !== "dormant") return;
  if (!(await context.paths.isGone(session.cwd, session.cwdDevice))) return;
  context.log.info("a dormant session's directory is gone; its record goes too", {
    id,
    cwd: session.cwd,
  });
  await context.store.turn(id, async (turn) => {
    await context.finalScreens.remove(id);
    await turn.remove();
  });
}
