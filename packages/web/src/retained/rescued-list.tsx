import type { RescuedWork } from "@maestro/protocol";
import { useState } from "react";
import { plainText } from "../sessions/plain-text.ts";
import { baseName } from "../sessions/path-words.ts";
import { AgeText } from "../shell/age-text.tsx";
import { reportFailure, useDaemon } from "../state/daemon.ts";
import { notify } from "../state/page-store.ts";
import { usePathWords } from "../state/use-path-words.ts";

/** The saved states of reclaimed worktrees. */
export function RescuedList({
  rescued,
  onChanged,
}: {
  readonly rescued: readonly RescuedWork[];
  readonly onChanged: () => void;
}) {
  const { api } = useDaemon();
  const paths = usePathWords();
  const [forgetting, setForgetting] = useState<string | null>(null);
  if (rescued.length === 0) return <p className="view-empty">No rescued copies.</p>;
  return (
    <ul className="rescued-list">
      {rescued.map((one) => {
        const { ref, base_repo } = one;
        const key = `${base_repo} ${ref}`;
        return (
          <li key={key}>
            <span className="two">
              <code className="strong">
                <bdi>{plainText(one.branch ?? "detached", 80)}</bdi>
              </code>
              <code>{plainText(ref, 120)}</code>
            </span>
            <span>{baseName(base_repo)}</span>
            <span>
              {one.files} file{one.files === 1 ? "" : "s"}
            </span>
            <span className="since">
              <AgeText since={one.saved_at} />
            </span>
            <span className="buttons">
              {forgetting === key ? (
                <>
                  <span className="aside">The copy is gone then.</span>
                  <button
                    type="button"
                    onClick={() => {
                      api
                        .forgetRescued({ query: { base_repo, ref } })
                        .then(onChanged, reportFailure);
                    }}
                  >
                    Forget it
                  </button>
                  <button type="button" className="plain" onClick={() => setForgetting(null)}>
                    Keep
                  </button>
                </>
              ) : (
                <>
                  <button
                    type="button"
                    onClick={() => {
                      api.restoreRescued({ body: { base_repo, ref } }).then((restored) => {
                        notify(`Restored to ${paths.tilde(restored.path)}.`);
                        onChanged();
                      }, reportFailure);
                    }}
                  >
                    Restore
                  </button>
                  <button type="button" className="plain" onClick={() => setForgetting(key)}>
                    Forget
                  </button>
                </>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
