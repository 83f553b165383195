import type { Session, SessionId } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";
import { noTerminal } from "./no-terminal.ts";
import type { Attachment, AttachRequest, Viewer } from "./operations.ts";
import { finalScreen } from "./read-screen.ts";
import type { Terminal } from "./terminal/terminal.ts";

const ignore = (): void => {};

/**
 * Attaches a client: the pane's screen, then its stream. A session that ended shows its last screen,
 * read-only; a dormant one has none.
 */
export async function attachSession(
  context: AppContext,
  session: Session,
  { claim }: AttachRequest,
  viewer: Viewer,
): Promise<Attachment> {
  if (session.life.phase === "dormant") {
    throw noTerminal(session, "there is nothing to attach to");
  }
  const terminal = context.terminals.get(session.id);
  const attachment =
    terminal === undefined
      ? await showFinal(context, session, viewer)
      : attachLive(context, { session, terminal, viewer, claim });
  context.store.observe(session.id, { lastFocusedAt: context.clock.now() }, true);
  return attachment;
}

interface Live {
  readonly session: Session;
  readonly terminal: Terminal;
  readonly viewer: Viewer;
  readonly claim: AttachRequest["claim"];
}

function attachLive(context: AppContext, { session, terminal, viewer, claim }: Live): Attachment {
  const feed = terminal.attach(viewer, claim);
  viewer.control({ type: "attached", session, ...terminal.size });
  feed.begin();
  return {
    // A session that has ended ignores its keys.
    input: (bytes) => terminal.type(bytes).catch(ignore),
    paste: (text) => terminal.paste(text).catch(ignore),
    resize: (size) => terminal.claim(viewer, size),
    focus: (focused) => lookAt(context, session.id, { focused, viewer }),
    drained: () => feed.drained(),
    leave: () => {
      terminal.leave(viewer);
      lookAt(context, session.id, { focused: false, viewer });
    },
  };
}

/** Focus belongs to the connection, and ends with it. */
function lookAt(
  { focus, attention, store, clock }: AppContext,
  id: SessionId,
  { focused, viewer }: { readonly focused: boolean; readonly viewer: Viewer },
): void {
  if (focused) {
    focus.gain(id, viewer);
    store.observe(id, { lastFocusedAt: clock.now() }, true);
  } else focus.lose(id, viewer);
  attention.evaluate(id);
}

async function showFinal(
  context: AppContext,
  session: Session,
  viewer: Viewer,
): Promise<Attachment> {
  const screen = await finalScreen(context, session);
  viewer.control({ type: "attached", session, cols: screen.cols, rows: screen.rows });
  viewer.bytes(screen.bytes);
  viewer.control({ type: "live" });
  viewer.control({ type: "ended", exit: session.life.phase === "dead" ? session.life.exit : null });
  return {
    input: ignore,
    paste: ignore,
    resize: ignore,
    focus: ignore,
    drained: ignore,
    leave: ignore,
  };
}
