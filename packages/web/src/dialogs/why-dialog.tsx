import type { Evidence, Why } from "@maestro/protocol";
import { useEffect, useState } from "react";
import { MARK_TITLES, markOf } from "../sessions/mark.ts";
import { plainText } from "../sessions/plain-text.ts";
import { age, nameOf } from "../sessions/words.ts";
import { Glyph } from "../shell/glyph.tsx";
import { useNow } from "../shell/use-now.ts";
import { failureWords, useDaemon } from "../state/daemon.ts";
import { showOverlay, usePage } from "../state/page-store.ts";
import { Dialog } from "./dialog.tsx";

const SOURCES: Readonly<Record<Evidence["source"], string>> = {
  exit: "Its process",
  report: "The agent's report",
  title: "The terminal's title",
  screen: "The screen",
  process: "Processes and output",
};

const SAYS = { active: "works", idle: "rests", awaiting_input: "waits", error: "error" } as const;

/** How a session's state was decided, and what the other sources say. */
export function WhyDialog({ id }: { readonly id: string }) {
  const { api } = useDaemon();
  const now = useNow();
  const session = usePage((page) => page.view.sessions.get(id));
  const [why, setWhy] = useState<Why | string | null>(null);
  const since = session?.activity_since;
  useEffect(() => {
    let current = true;
    api.getWhy({ params: { id } }).then(
      (answer) => current && setWhy(answer),
      (error: unknown) => current && setWhy(failureWords(error)),
    );
    return () => {
      current = false;
    };
  }, [api, id, since]);
  if (session === undefined) return null;
  const mark = markOf(session);
  return (
    <Dialog title={`Why ${nameOf(session)} shows as it does`} className="why">
      <p className="verdict">
        <Glyph mark={mark} />
        <strong>{MARK_TITLES[mark]}</strong>
        {typeof why === "object" && why !== null && (
          <span className="aside">since {age(why.since, now)}</span>
        )}
      </p>
      {typeof why === "string" && <p className="err">{why}</p>}
      {typeof why === "object" && why !== null && (
        <>
          {why.acknowledged && (
            <p>You have seen the question, so it counts as rest until there is new work.</p>
          )}
          <dl className="evidence">
            <EvidenceRow evidence={why.decided_by} decides />
            {why.others.map((evidence) => (
              <EvidenceRow key={evidence.source} evidence={evidence} />
            ))}
          </dl>
        </>
      )}
      <footer>
        <span className="spacer" />
        <button type="button" className="primary" data-focus="" onClick={() => showOverlay(null)}>
          Close <kbd className="bare">Esc</kbd>
        </button>
      </footer>
    </Dialog>
  );
}

function EvidenceRow({
  evidence,
  decides = false,
}: {
  readonly evidence: Evidence;
  readonly decides?: boolean;
}) {
  return (
    <div className={decides ? "decides" : ""}>
      <dt>
        <strong>{SOURCES[evidence.source]}</strong>
        <span>{decides ? "decides" : evidence.says === null ? "says nothing" : "overruled"}</span>
      </dt>
      <dd>
        {evidence.says !== null && <span>{SAYS[evidence.says]}</span>}
        <bdi>{plainText(evidence.evidence, 300)}</bdi>
        <span className="aside">{age(0, evidence.age_s * 1000)} ago</span>
      </dd>
    </div>
  );
}
