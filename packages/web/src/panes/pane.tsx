import type { Session } from "@maestro/protocol";
import { lazy, Suspense, useLayoutEffect, useRef } from "react";
import { usePage } from "../state/page-store.ts";
import { nameOf } from "../sessions/words.ts";
import { usePaneFacts } from "../terminal/pane-facts.ts";
import { DormantNotice } from "./dormant-notice.tsx";
import { PaneHeader } from "./pane-header.tsx";
import { ReadOnlyBar } from "./read-only-bar.tsx";

const TerminalView = lazy(() => import("../terminal/terminal-view.tsx"));

/** One session beside others: how it stands, and its terminal. */
export function Pane({
  session,
  hasKeys,
}: {
  readonly session: Session;
  readonly hasKeys: boolean;
}) {
  const { attach } = usePaneFacts(session.id);
  const isLost = attach.kind === "lost" || (attach.kind === "connecting" && attach.again);
  const body = useTakenKeys(hasKeys && session.status === "running");
  return (
    <section className={`pane${hasKeys ? " has-keys" : ""}`} aria-label={nameOf(session)}>
      <PaneHeader session={session} hasKeys={hasKeys} />
      <div ref={body} tabIndex={-1} className={`pane-body ${isLost ? "lost" : ""}`}>
        {session.status === "dormant" ? (
          <DormantNotice session={session} />
        ) : (
          <Suspense fallback={null}>
            <TerminalView session={session} hasKeys={hasKeys} />
          </Suspense>
        )}
        {attach.kind === "refused" && session.status === "running" && (
          <p className="pane-bar" role="alert">
            {attach.message}
          </p>
        )}
      </div>
      {session.status === "dead" && <ReadOnlyBar session={session} />}
    </section>
  );
}

/**
 * Takes the keys for a terminal that is still on its way: what is typed ahead of it must not act on
 * the tree.
 */
function useTakenKeys(takes: boolean) {
  const focusAsked = usePage((page) => page.focusAsked);
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (takes && focusAsked > 0) element.current?.focus({ preventScroll: true });
  }, [takes, focusAsked]);
  return element;
}
