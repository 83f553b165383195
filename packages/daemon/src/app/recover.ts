import type { Session, SessionId } from "../domain/session.ts";
import type { Loaded } from "../ports/record-store.ts";
import { adoptUnrecorded } from "./adopt-unrecorded.ts";
import type { AppContext } from "./app-context.ts";
import { clearAway } from "./clear-away.ts";
import { findLeftTerminal } from "./find-left-terminal.ts";
import { cutOff, findAgain } from "./find-terminal.ts";
import { finishCreation } from "./finish-creation.ts";
import { finishInput } from "./finish-input.ts";
import { finishEnding } from "./kill-session.ts";
import { letGoOfRemovedTree } from "./let-go-of-removed-tree.ts";
import { settleRemadeTree, settleSession } from "./settle-session.ts";
import { makeTerminal } from "./start-terminal.ts";

/** How many terminals are looked for at once: more only wait for each other on the same cores. */
const AT_ONCE = 8;

/** Sessions of an earlier run that are still being looked for. */
export class Adoptions {
  readonly #running = new Map<SessionId, Promise<void>>();
  #began: () => void = () => {};
  readonly #begun = new Promise<void>((resolve) => {
    this.#began = resolve;
  });
  #allDone = false;

  get allDone(): boolean {
    return this.#allDone;
  }

  /** Resolves when this session's own adoption, if there is one, is over. Waits for the list first. */
  async wait(id: SessionId): Promise<void> {
    await this.#begun;
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
    this.#began();
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
  const { store, log } = context;
  const rebooted = await hasRebooted(context, loaded.records);
  const known = new Set([
    ...loaded.records.map(({ id }) => id as string),
    // A record that cannot be read must not be written over by a smaller one.
    ...loaded.skipped.filter(({ inPlace }) => inPlace).map(({ key }) => key),
  ]);
  const terminals = await listTerminals(context);
  const unknown = rebooted ? [] : terminals.filter((id) => !known.has(id));
  const left = new Set<string>(terminals);
  const ids = [...loaded.records.map(({ id }) => id), ...unknown];
  await adoptions.run(ids, async (id) => {
    try {
      await adopt(context, id, { rebooted, hasTerminal: left.has(id) });
    } catch (error) {
      log.error("a session could not be recovered", { id, error: (error as Error).message });
    }
    store.announce(id);
  });
}

/** The terminals there are; none where that cannot be told, since the records do without. */
async function listTerminals({ host, log }: AppContext): Promise<readonly SessionId[]> {
  try {
    return await host.list();
  } catch (error) {
    log.error("terminals without a record could not be looked for", {
      error: (error as Error).message,
    });
    return [];
  }
}

/** Whether the host was rebooted since the last run. What cannot be read says nothing. */
async function hasRebooted(context: AppContext, records: readonly Session[]): Promise<boolean> {
  const { boot, log } = context;
  const { current, stored } = await boot.read().catch((error: Error) => {
    log.warn("the boot id could not be read", { error: error.message });
    return { current: null, stored: null };
  });
  const rebooted = current !== null && stored !== null && current !== stored;
  const sessions = records.filter(({ life, ending }) => life.phase !== "dead" && ending === null);
  if (rebooted) {
    log.info("the host was rebooted; its sessions are dormant", { sessions: sessions.length });
  }
  if (current !== null && current !== stored) {
    await boot.store(current).catch((error: Error) => {
      log.warn("the boot id could not be stored", { error: error.message });
    });
  }
  return rebooted;
}

async function adopt(
  context: AppContext,
  id: SessionId,
  { rebooted, hasTerminal }: { readonly rebooted: boolean; readonly hasTerminal: boolean },
): Promise<void> {
  const session = context.store.get(id);
  if (session === null) return adoptUnrecorded(context, id);
  const isUnfinished = session.ending?.undo !== undefined;
  if (isUnfinished) await finishCreation(context, session, rebooted);
  else if (session.ending !== null) return finishOldEnding(context, session, rebooted);
  else if (session.life.phase === "running") {
    if (rebooted) await cutOff(context, id);
    else await findAgain(context, id);
  } else if (hasTerminal && !rebooted) await findLeftTerminal(context, session);
  await pruneIfGone(context, id);
  const now = context.store.get(id);
  if (now?.life.phase === "running") {
    await finishInput(context, id);
    await finishResume(context, id);
  }
  if (now?.life.phase === "dead") {
    if (now.life.settled) await settleRemadeTree(context, id);
    else await settleSession(context, id, "earlier");
  }
  await letGoOfRemovedTree(context, id);
}

async function finishOldEnding(
  context: AppContext,
  session: Session,
  rebooted: boolean,
): Promise<void> {
  const { id } = session;
  const keepWorktree = session.ending?.keepWorktree ?? true;
  if (session.life.phase === "running" && !rebooted) {
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

/** The daemon that started a session again may have ended before it cleared away what stood for it. */
async function finishResume(context: AppContext, id: SessionId): Promise<void> {
  await context.store.turn(id, async (turn) => {
    const session = turn.current();
    // In its turn: an entry that its end makes meanwhile is not one of those.
    if (session?.life.phase !== "running" || !context.terminals.has(id)) return;
    await clearAway(context, session);
  });
}

/** A dormant record whose directory is gone for certain cannot be resumed any more. */
async function pruneIfGone(context: AppContext, id: SessionId): Promise<void> {
  const session = context.store.get(id);
  // One whose tree maestro itself removed can be resumed: the tree is made again.
  if (session?.life.phase !== "dormant" || session.treeRemoved) return;
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
