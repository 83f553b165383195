import type { Changes as ChangesPage } from "@maestro/protocol";
import { useCallback, useEffect, useRef, useState } from "react";
import { plainText } from "../sessions/plain-text.ts";
import { branchOf } from "../sessions/tree.ts";
import { nameOf } from "../sessions/words.ts";
import { usePhone } from "../shell/use-phone.ts";
import { ViewHeader } from "../shell/view-header.tsx";
import { failureWords, useDaemon } from "../state/daemon.ts";
import { usePage } from "../state/page-store.ts";
import { FileDiff } from "./file-diff.tsx";
import { fileGroups } from "./file-groups.ts";
import { FileList } from "./file-list.tsx";
import { useChangeKeys } from "./use-change-keys.ts";
import "./changes.css";

/** What a session's worktree holds that its base does not, file by file. */
export default function Changes({ id }: { readonly id: string }) {
  const { api } = useDaemon();
  const phone = usePhone();
  const session = usePage((page) => page.view.sessions.get(id));
  const [changes, setChanges] = useState<ChangesPage | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [split, setSplit] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  useChangeKeys(scroller);
  const load = useCallback(
    (after: string | null) => {
      api.getChanges({ params: { id }, query: after === null ? {} : { after } }).then(
        (page) =>
          setChanges((known) =>
            after === null || known === null
              ? page
              : { ...page, files: [...known.files, ...page.files] },
          ),
        (failure: unknown) => setError(failureWords(failure)),
      );
    },
    [api, id],
  );
  useEffect(() => load(null), [load]);
  if (session === undefined) return null;
  const files = changes === null ? [] : fileGroups(changes.files).flatMap((group) => group.files);
  const base = plainText(changes?.base ?? "", 60);
  const shortBase = /^[0-9a-f]{40,}$/.test(base) ? base.slice(0, 7) : base;
  return (
    <section className="view changes" aria-label="Changes">
      <ViewHeader
        title={`Changes in ${nameOf(session)}`}
        words={`${plainText(branchOf(session) ?? "", 60)} against ${shortBase}`}
      >
        {changes !== null && (
          <span className="totals">
            {changes.totals.files} file{changes.totals.files === 1 ? "" : "s"}{" "}
            <span className="add">+{changes.totals.additions}</span>{" "}
            <span className="del">-{changes.totals.deletions}</span>
          </span>
        )}
        <button type="button" onClick={() => load(null)}>
          Look again
        </button>
        {!phone && (
          <button type="button" aria-pressed={split} onClick={() => setSplit(!split)}>
            {split ? "One column" : "Side by side"}
          </button>
        )}
      </ViewHeader>
      {error !== null && (
        <p className="view-error" role="alert">
          {error}
        </p>
      )}
      {changes?.files.length === 0 && <p className="view-empty">No changes against {shortBase}.</p>}
      <div className="changes-body">
        {!phone && changes !== null && changes.files.length > 0 && (
          <FileList files={changes.files} />
        )}
        <div className="diffs" ref={scroller} tabIndex={0} role="region" aria-label="Differences">
          {files.map((file) => (
            <FileDiff key={file.path} file={file} split={split && !phone} />
          ))}
          {changes?.next != null && (
            <p className="more-files">
              <button type="button" onClick={() => load(changes.next)}>
                More files
              </button>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}
