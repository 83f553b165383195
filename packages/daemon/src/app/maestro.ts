import { MaestroError } from "../domain/maestro-error.ts";
import { parseSessionId, type Session } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";
import type { Autonaming } from "./attention/autonaming.ts";
import { takeHook } from "./attention/take-hook.ts";
import { waitForSession } from "./attention/wait.ts";
import { attachSession } from "./attach-session.ts";
import { createSession } from "./create-session.ts";
import { notFound } from "./find-session.ts";
import type { Indicator } from "./indicator.ts";
import { knownAgents } from "./known-agents.ts";
import { knownProjects, recentDirectories } from "./known-directories.ts";
import { killSession } from "./kill-session.ts";
import { listBranches } from "./list-branches.ts";
import { listWorktrees } from "./list-worktrees.ts";
import type { Operations } from "./operations.ts";
import { takeReport } from "./attention/take-report.ts";
import { planWorktree } from "./plan-worktree.ts";
import { readChanges, readTreeChanges } from "./read-changes.ts";
import { readScreen } from "./read-screen.ts";
import { reclaimWorktree } from "./reclaim-worktree.ts";
import type { Adoptions } from "./recover.ts";
import { forgetRescued, listRescued, restoreRescued } from "./rescued-work.ts";
import { resumeSession } from "./resume-session.ts";
import { updateSession } from "./update-session.ts";
import { typeInput } from "./type-input.ts";

/** What the operations need beside the context. */
export interface Parts {
  readonly adoptions: Adoptions;
  readonly indicator: Indicator;
  readonly autonaming: Autonaming;
  readonly versions: { readonly tmux: string; readonly git: string };
}

/** Everything a client can ask, over one context. */
export function maestro(
  context: AppContext,
  { adoptions, indicator, autonaming, versions }: Parts,
): Operations {
  const { store, hub, retained, attention, focus, typed } = context;

  /** The session behind a text from a client, once its own adoption is over. */
  const find = async (text: string): Promise<Session> => {
    const id = parseSessionId(text);
    if (id === null) throw notFound(text);
    await adoptions.wait(id);
    // A command that was just started may speak before its session was written down.
    const session = store.get(id) ?? (await store.turn(id, async (turn) => turn.current()));
    if (session === null) throw notFound(text);
    return session;
  };

  return {
    events: {
      snapshot: () => ({ seq: hub.seq, sessions: store.list(), worktrees: retained.list() }),
      listen: (listener) => hub.listen(listener),
    },
    facts: () => ({
      sessions: countPhases(store.list()),
      recovered: adoptions.allDone,
      home: context.commands.baseEnv["HOME"] ?? null,
      ...versions,
    }),
    sessions: () => store.list(),
    session: find,
    create: (request) => createSession(context, request),
    update: async (text, change) => updateSession(context, (await find(text)).id, change),
    kill: async (text, force) => {
      const { id } = await find(text);
      await killSession(context, id, force);
      typed.forget(id);
      attention.forget(id);
      autonaming.forget(id);
    },
    sendInput: async (text, input) => {
      const { id } = await find(text);
      return typed.once(id, input.requestId, () => typeInput(context, id, input));
    },
    report: async (text, report) => {
      const { id } = await find(text);
      await takeReport(context, id, { ...report, bind: "first", from: "hand" });
    },
    focus: async (text, focused) => {
      const { id } = await find(text);
      if (focused) {
        focus.gain(id, null);
        store.observe(id, { lastFocusedAt: context.clock.now() }, true);
      } else focus.lose(id, null);
      attention.evaluate(id);
    },
    screen: async (text, format, scrollback) =>
      readScreen(context, await find(text), { format, scrollback }),
    attach: async (text, request, viewer) => {
      const session = await find(text);
      indicator.look(session.id);
      return attachSession(context, session, request, viewer);
    },
    resume: async (text) => resumeSession(context, (await find(text)).id),
    hook: async (text, agent, payload) => {
      const { id } = await find(text);
      await takeHook(context, autonaming, { id, agent, payload });
    },
    wait: async (text, request, signal) => {
      const { id } = await find(text);
      return waitForSession(context, id, { ...request, signal });
    },
    why: async (text) => {
      const { id } = await find(text);
      const why = attention.why(id);
      if (why !== null) return why;
      throw new MaestroError("not_running", `Session ${id} does not run; it does nothing.`);
    },
    agents: () => knownAgents(context),
    worktrees: () => listWorktrees(context),
    reclaim: (path, force) => reclaimWorktree(context, { path, force }),
    rescued: () => listRescued(context),
    restore: (baseRepo, ref) => restoreRescued(context, baseRepo, ref),
    forget: (baseRepo, ref) => forgetRescued(context, baseRepo, ref),
    changes: async (text, after) => readChanges(context, await find(text), after),
    treeChanges: (path, after) => readTreeChanges(context, path, after),
    planWorktree: (wish) => planWorktree(context, wish),
    branches: (path) => listBranches(context, path),
    recentDirs: () => recentDirectories(context),
    projects: () => knownProjects(context),
  };
}

function countPhases(sessions: readonly Session[]): {
  running: number;
  dead: number;
  dormant: number;
} {
  const count = { running: 0, dead: 0, dormant: 0 };
  for (const { life } of sessions) count[life.phase]++;
  return count;
}
