import type { Session } from "@maestro/protocol";
import { lazy, Suspense } from "react";
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
  return (
    <section className={`pane${hasKeys ? " has-keys" : ""}`} aria-label={nameOf(session)}>
      <PaneHeader session={session} hasKeys={hasKeys} />
      <div className={`pane-body ${attach.kind}`}>
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
