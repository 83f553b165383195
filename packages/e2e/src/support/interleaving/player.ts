import { ApiFailure, Unreachable } from "@maestro/client";
import type { Session } from "@maestro/protocol";
import { AttachedClient } from "../attached-client.ts";
import type { ScratchRepository } from "../scratch-repository.ts";
import type { TestDaemon } from "../test-daemon.ts";
import type { Ledger } from "./ledger.ts";
import type { Step } from "./plan.ts";
import type { Answer, Taken, Tracked } from "./tracked.ts";

/** Where steps are taken. */
export interface Stage {
  readonly daemon: TestDaemon;
  readonly repository: ScratchRepository;
  readonly ledger: Ledger;
}

/** A step with what it is taken on and a word that no other step has. */
export interface Move {
  readonly client: number;
  readonly step: Step;
  readonly on: Tracked | null;
  readonly token: string;
  /** The branch that creations of the kind "shared" of one burst want. */
  readonly shared: string;
}

/** So large that a few of them fill what may wait for a subscriber that does not read. */
const FLOOD = { updates: 40, bytes: 400_000 };

/** Takes one step; `made` hears of a session that it made. */
export async function play(
  stage: Stage,
  move: Move,
  made: (session: Session) => void,
): Promise<Taken> {
  const { client, step, on, token } = move;
  const answer = await answerOf(async () => {
    if (step.kind === "create") made(await create(stage, move));
    else if (on !== null) await act(stage, move, on);
  });
  return { client, step, on, token, answer };
}

function create({ daemon, repository, ledger }: Stage, { step, token, shared }: Move) {
  if (step.kind !== "create") throw new Error("no creation");
  const branch = step.tree === "own" ? `own-${token}` : shared;
  return daemon.create({
    command: [ledger.program],
    metadata: { tag: token, branch: step.tree === "none" ? null : branch },
    ...(step.named && { name: `made ${token}` }),
    ...(step.tree !== "none" && {
      worktree: { base_repo: repository.base, branch, create_branch: true },
    }),
  });
}

async function act(stage: Stage, { client, step, token }: Move, on: Tracked): Promise<unknown> {
  const { api } = stage.daemon;
  const params = { id: on.id };
  switch (step.kind) {
    case "rename":
      return api.updateSession({ params, body: { name: `name ${token}` } });
    case "metadata":
      return api.updateSession({ params, body: { metadata: { [`mark${client}`]: token } } });
    case "send":
      return api.sendInput({ params, body: { text: lineOf(step.what, token), submit: true } });
    case "kill":
      return api.killSession({ params, query: step.force ? { force: "true" } : {} });
    case "reclaim":
      return api.reclaimWorktree({ body: { path: on.path ?? "/", force: step.force } });
    case "resume":
      return api.resumeSession({ params });
    case "focus":
      return api.focusSession({ params, body: { focused: true } });
    case "report":
      return api.report({ params, body: { state: step.state, detail: token } });
    case "flood":
      return flood(stage, on);
    case "attach":
      return attach(stage, on, step.leave === "close");
    case "create":
      throw new Error("nothing to act on");
  }
  return step satisfies never;
}

/** What is typed; the program does what it says. */
export function lineOf(what: "line" | "work" | "exit", token: string): string {
  if (what === "exit") return `exit ${Number.parseInt(token, 36) % 200}`;
  return what === "work" ? `work w-${token}` : `line ${token}`;
}

async function flood({ daemon: { api } }: Stage, { id }: Tracked): Promise<void> {
  const params = { id };
  for (let n = 0; n < FLOOD.updates; n++) {
    const water = `${n}`.padEnd(FLOOD.bytes, "x");
    await api.updateSession({ params, body: { metadata: { flood: water } } });
  }
  await api.updateSession({ params, body: { metadata: { flood: null } } });
}

/** A client that comes, claims two sizes, types, and leaves or is torn away. */
async function attach({ daemon }: Stage, { id }: Tracked, close: boolean): Promise<void> {
  const client = new AttachedClient(daemon, id, { cols: 90, rows: 30 });
  try {
    await client.untilFrame("live");
    client.stream.resize(70, 20);
    client.stream.focus(true);
    client.type("typed\r");
    await client.parsed();
  } catch (error) {
    if (client.closed === null) throw error;
    throw new Closed();
  } finally {
    if (close) await client.close();
    else client.drop();
  }
}

/** The daemon ended an attachment before it was live. */
class Closed extends Error {}

async function answerOf(call: () => Promise<void>): Promise<Answer> {
  try {
    await call();
    return { kind: "ok" };
  } catch (error) {
    if (error instanceof ApiFailure)
      return { kind: "refused", code: error.code, says: error.message };
    if (error instanceof Closed) return { kind: "refused", code: "closed", says: "" };
    if (error instanceof Unreachable) return { kind: "cut" };
    throw error;
  }
}
