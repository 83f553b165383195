import type { Session, SessionId } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";
import { applyFinding } from "./find-terminal.ts";
import { makeTerminal } from "./start-terminal.ts";

/**
 * A terminal was left although the record says that the session does not run: an earlier daemon died
 * between an end and its clearing, or between a new start and its record, or took the host for
 * rebooted that was not. What runs is the session; what has ended is cleared away.
 */
export async function findLeftTerminal(context: AppContext, session: Session): Promise<void> {
  const { host, log } = context;
  const { id } = session;
  const terminal = makeTerminal(context, session);
  const finding = await host.find(id, null, terminal);
  if (finding.kind === "unknown") {
    terminal.close("removed");
    log.warn("a terminal that was left cannot be judged; it stays", { id, reason: finding.reason });
    return;
  }
  const isOlder = finding.kind === "gone" || !isNewStart(session, finding.generation);
  if (isOlder) {
    if (finding.kind === "alive") await finding.pane.detach();
    terminal.close("removed");
    await host.clear(id);
    return;
  }
  const { generation } = finding;
  await runAgain(context, id, generation);
  log.info("a session that was recorded as at rest was found running", { id });
  await applyFinding(context, { id, terminal, finding });
}

/** Of a dead session only a later start counts: its own command has ended. */
function isNewStart({ life, generation }: Session, found: number): boolean {
  return life.phase === "dormant" ? found >= generation : found > generation;
}

async function runAgain({ store }: AppContext, id: SessionId, generation: number): Promise<void> {
  await store.turn(id, (turn) =>
    turn.commit((now) => ({ ...now, generation, life: { phase: "running", pane: "found" } })),
  );
}
