import type { Command } from "@maestro/protocol";
import type { Resumption } from "./operations.ts";
import { resumeCommand } from "../domain/agents/agents.ts";
import { MaestroError } from "../domain/maestro-error.ts";
import type { Session, SessionId } from "../domain/session.ts";
import { transition } from "../domain/transition.ts";
import type { AppContext } from "./app-context.ts";
import { notFound } from "./find-session.ts";
import { startTerminal } from "./start-terminal.ts";
import type { Turn } from "./session-store.ts";
import { undoing } from "./undoing.ts";

/**
 * Starts a dead or dormant session again under its own id: with its agent's conversation where that
 * is known, else with its command, and says which.
 */
export async function resumeSession(context: AppContext, id: SessionId): Promise<Resumption> {
  return context.store.turn(id, async (turn) => {
    const session = turn.current();
    if (session === null) throw notFound(id);
    if (session.life.phase === "running" || session.ending !== null) {
      throw new MaestroError("already_running", `Session ${id} runs already.`);
    }
    const { agentSessionId } = session;
    const conversation =
      agentSessionId === null ? null : resumeCommand(session.command, agentSessionId);
    const ready = await readyTree(context, session);
    const running = await start(context, { turn, ready, command: conversation ?? session.command });
    if (running.worktree !== null) await context.retained.release(running.worktree.path);
    await context.finalScreens.remove(id).catch(() => {});
    return { session: running, resumed: conversation === null ? "command" : "conversation" };
  });
}

/** The session with a directory to run in: settling may have removed the tree it had. */
async function readyTree(context: AppContext, session: Session): Promise<Session> {
  const directory = await context.paths.directory(session.cwd);
  if (directory.kind === "directory") return session;
  const { repo } = session;
  const hadTree = session.worktree === null && repo !== null && repo.branch !== null;
  if (!hadTree || !(await context.paths.isGone(session.cwd, session.cwdDevice))) {
    throw new MaestroError(
      "invalid_cwd",
      `Session ${session.id} cannot be started again: ${session.cwd} cannot be used (${directory.reason}).`,
    );
  }
  const creation = await context.worktrees.create({
    baseRepo: repo.root,
    branch: repo.branch,
    createBranch: false,
    base: null,
  });
  if (creation.kind !== "created") throw new MaestroError("worktree_failed", creation.message);
  const { worktree } = creation;
  const found = await context.paths.directory(worktree.path);
  const cwdDevice = found.kind === "directory" ? found.device : null;
  return { ...session, worktree, cwd: worktree.path, cwdDevice };
}

interface Start {
  readonly turn: Turn;
  readonly ready: Session;
  readonly command: Command;
}

async function start(context: AppContext, { turn, ready, command }: Start): Promise<Session> {
  const { id, cwd, cwdDevice, worktree } = ready;
  const next = { ...ready, generation: ready.generation + 1 };
  const { terminal, pane } = await startTerminal(context, next, { command, prompt: null });
  context.terminals.set(id, terminal);
  try {
    return await turn.commit((now) => {
      const at = context.clock.now();
      const resumed = transition(now, { type: "resumed", pane: pane.identity, at }).session;
      return { ...resumed, cwd, cwdDevice, worktree };
    });
  } catch (error) {
    context.terminals.delete(id);
    terminal.close("removed");
    await undoing(context, () => pane.kill());
    await undoing(context, () => context.host.clear(id));
    throw error;
  }
}
