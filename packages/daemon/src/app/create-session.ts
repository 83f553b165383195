import { randomUUID } from "node:crypto";
import { isAbsolute } from "node:path";
import { agentNamed, recognise } from "../domain/agents/agents.ts";
import { checkEnv } from "../domain/environment.ts";
import { MaestroError } from "../domain/maestro-error.ts";
import { normaliseName } from "../domain/session-name.ts";
import {
  nameOf,
  parseSessionId,
  type Session,
  type SessionId,
  type Worktree,
  withName,
} from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";
import type { CreateRequest } from "./operations.ts";
import { makeWorktree, setUpLines } from "./make-worktree.ts";
import { type Beginning, startTerminal } from "./start-terminal.ts";
import { typePromptWhenReady } from "./type-prompt.ts";
import { undoing } from "./undoing.ts";

const DEFAULT_SIZE = { cols: 120, rows: 40 } as const;

/**
 * Starts a session: intention, worktree, terminal, record, event. Whatever fails, every step before it is
 * taken back, so that no tree, no terminal and no record is left alone.
 */
export async function createSession(context: AppContext, request: CreateRequest): Promise<Session> {
  await checkRequest(context, request);
  const { metadata, giveBack } = nameFor(context, request);
  try {
    return await create(context, { ...request, metadata });
  } finally {
    giveBack();
  }
}

async function create(context: AppContext, request: CreateRequest): Promise<Session> {
  const id = newId();
  const describeWith = (worktree: Worktree): Promise<Session> =>
    describe(context, id, { request, worktree });
  const wish = request.worktree;
  const creation =
    wish === null ? null : await makeWorktree(context, { id, wish, describe: describeWith });
  try {
    const session =
      creation === null
        ? await intendWithoutTree(context, id, request)
        : await describeWith(creation.worktree);
    // In the session's own turn: a command that ends at once is heard of only after it was added,
    // and a recovery that is under way does not take its terminal for one without a record.
    const setUp = creation === null ? [] : await setUpLines(context, creation.worktree);
    const beginning = { command: session.command, prompt: request.prompt, setUp };
    const running = await context.store.turn(id, () => startAndAdd(context, session, beginning));
    await remember(context, request, running);
    return context.store.get(id) ?? running;
  } catch (error) {
    const undone =
      creation === null || (await undoing(context, () => context.worktrees.undo(creation)));
    // A tree that could not be taken back stays known by its record: the next start tries again.
    if (undone) await undoing(context, () => context.store.withdraw(id));
    throw error;
  }
}

/**
 * What is to run is written down before it runs, so that a daemon that ends in between leaves no
 * terminal of which nobody knows what it is; and while git tells which repository that is in.
 */
async function intendWithoutTree(
  context: AppContext,
  id: SessionId,
  request: CreateRequest,
): Promise<Session> {
  const session = await describe(context, id, { request, worktree: null });
  const ending = { keepWorktree: false, undo: { madeBranch: false } };
  const [written, repo] = await Promise.allSettled([
    context.store.intend({ ...session, ending }),
    context.worktrees.locate(session.cwd),
  ]);
  if (written.status === "rejected") throw written.reason as Error;
  if (repo.status === "rejected") throw repo.reason as Error;
  return { ...session, repo: repo.value };
}

async function startAndAdd(
  context: AppContext,
  session: Session,
  beginning: Beginning,
): Promise<Session> {
  const { id } = session;
  const { terminal, pane, planned } = await startTerminal(context, session, beginning);
  const running: Session = {
    ...session,
    life: { phase: "running", pane: pane.identity },
    agentSessionId: planned.conversationId,
  };
  context.terminals.set(id, terminal);
  try {
    await context.store.add(running);
    if (beginning.prompt !== null && !planned.tellsPrompt) {
      typePromptWhenReady(context, id, beginning.prompt);
    }
    return running;
  } catch (error) {
    context.terminals.delete(id);
    terminal.close("removed");
    await undoing(context, () => pane.kill());
    await undoing(context, () => context.host.clear(id));
    throw error;
  }
}

async function checkRequest(context: AppContext, request: CreateRequest): Promise<void> {
  const { cwd, command, env } = request;
  if (!isAbsolute(cwd) || cwd.includes("\0")) {
    throw new MaestroError(
      "invalid_cwd",
      `cwd must be an absolute path without NUL, not ${JSON.stringify(cwd)}. Nothing was started.`,
    );
  }
  const directory = await context.paths.directory(cwd);
  if (directory.kind === "unusable") {
    throw new MaestroError(
      "invalid_cwd",
      `cwd ${cwd} cannot be used: ${directory.reason}. Name a directory that is there; nothing was started.`,
    );
  }
  const words = typeof command === "string" ? [command] : command;
  if (
    words.some((word) => word.includes("\0")) ||
    (typeof command !== "string" && command[0] === "")
  ) {
    throw new MaestroError(
      "invalid_request",
      "command must hold no NUL character and begin with a program; leave it out for your shell. Nothing was started.",
    );
  }
  checkEnv(env);
  agentOf(request);
}

/** The agent that the request names or its command is; "none" leaves the command alone. */
function agentOf({ agent, command }: CreateRequest): string | null {
  if (agent === "none") return null;
  if (agent === null) return recognise(command)?.agent.id ?? null;
  if (agentNamed(agent) !== null) return agent;
  throw new MaestroError(
    "invalid_request",
    `agent: there is no agent "${agent}". "maestro hooks status" lists them; "none" is none.`,
  );
}

function newId(): SessionId {
  const id = parseSessionId(randomUUID());
  if (id === null) throw new Error("randomUUID made no UUID");
  return id;
}

async function describe(
  context: AppContext,
  id: SessionId,
  { request, worktree }: { readonly request: CreateRequest; readonly worktree: Worktree | null },
): Promise<Session> {
  const now = context.clock.now();
  const cwd = worktree?.path ?? request.cwd;
  const repo = worktree === null ? null : { root: worktree.baseRepo, branch: worktree.branch };
  const directory = await context.paths.directory(cwd);
  return {
    id,
    cwd,
    cwdDevice: directory.kind === "directory" ? directory.device : null,
    command: request.command,
    env: request.env,
    metadata: request.metadata,
    worktree,
    repo,
    life: { phase: "dormant" },
    createdAt: now,
    generation: 1,
    size: request.size ?? DEFAULT_SIZE,
    ending: null,
    agent: agentOf(request),
    agentSessionId: null,
    observed: {
      foreground: null,
      currentCwd: cwd,
      activity: "active",
      activityDetail: null,
      activitySince: now,
      lastActivityAt: now,
      lastFocusedAt: null,
      blockedWork: null,
    },
    treeRemoved: false,
    extra: {},
  };
}

/** The metadata with a name in it, and what to do with the name when the session is there. */
function nameFor(
  { store }: AppContext,
  request: CreateRequest,
): { readonly metadata: Session["metadata"]; readonly giveBack: () => void } {
  const asked = request.metadata["name"];
  const name = normaliseName(request.name ?? (typeof asked === "string" ? asked : ""));
  if (name !== null) {
    return { metadata: withName(request.metadata, name, "user"), giveBack: () => {} };
  }
  const generated = store.claimName(Math.random);
  return {
    metadata: withName(request.metadata, generated, "generated"),
    giveBack: () => store.giveNameBack(generated),
  };
}

async function remember(
  context: AppContext,
  request: CreateRequest,
  session: Session,
): Promise<void> {
  try {
    await context.history.append({
      directory: request.cwd,
      repo: session.repo?.root ?? null,
      command: request.command,
      name: nameOf(session),
      branch: session.worktree?.branch ?? null,
      at: session.createdAt,
    });
  } catch (error) {
    context.log.warn("the spawn history could not be written", { error: (error as Error).message });
  }
}
