import { normaliseName } from "../domain/session-name.ts";
import { parseSessionId, type Session, type SessionId, withName } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";
import { attachSession } from "./attach-session.ts";
import { createSession } from "./create-session.ts";
import { notFound } from "./find-session.ts";
import type { Indicator } from "./indicator.ts";
import { killSession } from "./kill-session.ts";
import { listWorktrees } from "./list-worktrees.ts";
import type { Operations, SessionChange } from "./operations.ts";
import { takeReport } from "./attention/take-report.ts";
import { readScreen } from "./read-screen.ts";
import type { Adoptions } from "./recover.ts";
import { TypedRequests, typeInput } from "./type-input.ts";

/** What the operations need beside the context. */
export interface Parts {
  readonly adoptions: Adoptions;
  readonly indicator: Indicator;
  readonly versions: { readonly tmux: string; readonly git: string };
}

/** Everything a client can ask, over one context. */
export function maestro(
  context: AppContext,
  { adoptions, indicator, versions }: Parts,
): Operations {
  const { store, hub, retained, attention, focus } = context;
  const typed = new TypedRequests();

  /** The session behind a text from a client, once its own adoption is over. */
  const find = async (text: string): Promise<Session> => {
    const id = parseSessionId(text);
    if (id !== null) await adoptions.wait(id);
    const session = id === null ? null : store.get(id);
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
    },
    sendInput: async (text, input) => {
      const { id } = await find(text);
      return typed.once(id, input.requestId, () => typeInput(context, id, input));
    },
    report: async (text, report) => {
      const { id } = await find(text);
      await takeReport(context, id, { ...report, bind: "first" });
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
    worktrees: () => listWorktrees(context),
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

/** Renames or changes metadata; the record is written before anyone hears of it. */
async function updateSession(
  context: AppContext,
  id: SessionId,
  change: SessionChange,
): Promise<Session> {
  return context.store.turn(id, async (turn) => {
    if (turn.current() === null) throw notFound(id);
    return turn.commit((session) => {
      let metadata = session.metadata;
      if (change.metadata !== null) {
        const { name: _name, name_source: _source, ...asked } = change.metadata;
        const merged = Object.entries({ ...metadata, ...asked });
        metadata = Object.fromEntries(merged.filter(([, value]) => value !== null));
      }
      if (change.name !== null) metadata = withName(metadata, normaliseName(change.name), "user");
      return { ...session, metadata };
    });
  });
}
