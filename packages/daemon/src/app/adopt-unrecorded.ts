import { generateName } from "../domain/session-name.ts";
import { nameOf, type Session, type SessionId, withName } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";
import { applyFinding } from "./find-terminal.ts";
import { makeTerminal } from "./start-terminal.ts";

/** A live terminal without a record gets a small one, so that it can be seen and ended. */
export async function adoptUnrecorded(context: AppContext, id: SessionId): Promise<void> {
  // A creation that is under way holds its turn until the record is there.
  await context.store.turn(id, async () => {});
  if (context.store.get(id) !== null) return;
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
    treeRemoved: false,
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
  await applyFinding(context, { id, terminal, finding });
}
