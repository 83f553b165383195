import { randomUUID } from "node:crypto";
import { isAbsolute } from "node:path";
import { checkEnv } from "../domain/environment.ts";
import { MaestroError } from "../domain/maestro-error.ts";
import { generateName, normaliseName } from "../domain/session-name.ts";
import {
  nameOf,
  parseSessionId,
  type Session,
  type SessionId,
  withName,
} from "../domain/session.ts";
import type { Creation } from "../ports/worktrees.ts";
import type { AppContext } from "./app-context.ts";
import type { CreateRequest } from "./operations.ts";
import { startTerminal } from "./start-terminal.ts";

const DEFAULT_SIZE = { cols: 120, rows: 40 } as const;

type Created = Extract<Creation, { kind: "created" }>;

/**
 * Starts a session: worktree, terminal, record, event. Whatever fails, every step before it is
 * taken back, so that no tree, no terminal and no record is left alone.
 */
export async function createSession(context: AppContext, request: CreateRequest): Promise<Session> {
  await checkRequest(context, request);
  const id = newId();
  const creation = request.worktree === null ? null : await makeWorktree(context, request.worktree);
  try {
    const session = await describe(context, id, { request, creation });
    // In the session's own turn: a command that ends at once is heard of only after it was added,
    // and a recovery that is under way does not take its terminal for one without a record.
    const running = await context.store.turn(id, () => startAndAdd(context, session));
    await remember(context, request, running);
    return context.store.get(id) ?? running;
  } catch (error) {
    if (creation !== null) await undoing(context, () => context.worktrees.undo(creation));
    throw error;
  }
}

async function startAndAdd(context: AppContext, session: Session): Promise<Session> {
  const { id } = session;
  const { terminal, pane } = await startTerminal(context, session);
  const running: Session = { ...session, life: { phase: "running", pane: pane.identity } };
  context.terminals.set(id, terminal);
  try {
    await context.store.add(running);
    return running;
  } catch (error) {
    context.terminals.delete(id);
    terminal.close("removed");
    await undoing(context, () => pane.kill());
    await undoing(context, () => context.host.clear(id));
    throw error;
  }
}

/** One step back. Where it fails the others are taken all the same, and the first error is told. */
async function undoing(context: AppContext, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    context.log.error("a step of a failed creation could not be undone", {
      error: (error as Error).message,
    });
  }
}

async function checkRequest(context: AppContext, request: CreateRequest): Promise<void> {
  const { cwd, command, env } = request;
  if (!isAbsolute(cwd) || cwd.includes("\0")) {
    throw new MaestroError(
      "invalid_cwd",
      `cwd must be an absolute path, not ${JSON.stringify(cwd)}.`,
    );
  }
  const directory = await context.paths.directory(cwd);
  if (directory.kind === "unusable") {
    throw new MaestroError("invalid_cwd", `cwd ${cwd} cannot be used: ${directory.reason}.`);
  }
  const words = typeof command === "string" ? [command] : command;
  if (
    words.some((word) => word.includes("\0")) ||
    (typeof command !== "string" && command[0] === "")
  ) {
    throw new MaestroError(
      "invalid_request",
      "command must hold no NUL character and begin with a program.",
    );
  }
  checkEnv(env);
}

function newId(): SessionId {
  const id = parseSessionId(randomUUID());
  if (id === null) throw new Error("randomUUID made no UUID");
  return id;
}

async function makeWorktree(
  context: AppContext,
  wish: NonNullable<CreateRequest["worktree"]>,
): Promise<Created> {
  const creation = await context.worktrees.create(wish);
  switch (creation.kind) {
    case "created":
      for (const warning of creation.warnings) {
        context.log.warn("a worktree was made with a warning", {
          path: creation.worktree.path,
          warning,
        });
      }
      return creation;
    case "invalid-branch":
      throw new MaestroError("invalid_branch", creation.message);
    case "failed":
      throw new MaestroError(
        "worktree_failed",
        creation.message,
        creation.holder === null ? {} : { details: { holder: creation.holder } },
      );
    default:
      return creation satisfies never;
  }
}

async function describe(
  context: AppContext,
  id: SessionId,
  { request, creation }: { readonly request: CreateRequest; readonly creation: Created | null },
): Promise<Session> {
  const now = context.clock.now();
  const cwd = creation?.worktree.path ?? request.cwd;
  const repo =
    creation === null
      ? await context.worktrees.locate(request.cwd)
      : { root: creation.worktree.baseRepo, branch: creation.worktree.branch };
  const directory = await context.paths.directory(cwd);
  return {
    id,
    cwd,
    cwdDevice: directory.kind === "directory" ? directory.device : null,
    command: request.command,
    env: request.env,
    metadata: nameFor(context, request),
    worktree: creation?.worktree ?? null,
    repo,
    life: { phase: "dormant" },
    createdAt: now,
    generation: 1,
    size: request.size ?? DEFAULT_SIZE,
    ending: null,
    agent: null,
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
    extra: {},
  };
}

function nameFor(context: AppContext, request: CreateRequest): Session["metadata"] {
  const asked = request.metadata["name"];
  const name = normaliseName(request.name ?? (typeof asked === "string" ? asked : ""));
  if (name !== null) return withName(request.metadata, name, "user");
  const taken = new Set(context.store.list().map((session) => nameOf(session) ?? ""));
  return withName(request.metadata, generateName(taken, Math.random), "generated");
}

async function remember(
  context: AppContext,
  request: CreateRequest,
  session: Session,
): Promise<void> {
  try {
    await context.history.append({
      directory: request.cwd,
      command: request.command,
      name: nameOf(session),
      branch: session.worktree?.branch ?? null,
      at: session.createdAt,
    });
  } catch (error) {
    context.log.warn("the spawn history could not be written", { error: (error as Error).message });
  }
}
