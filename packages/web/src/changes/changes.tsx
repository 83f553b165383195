import type { Changes as Loaded } from "@maestro/protocol";
import { useMemo, useRef, useState } from "react";
import { plainText } from "../sessions/plain-text.ts";
import { branchOf } from "../sessions/tree.ts";
import { nameOf } from "../sessions/words.ts";
import { usePhone } from "../shell/use-phone.ts";
import { ViewHeader, type WayBack } from "../shell/view-header.tsx";
import { goTo, showPaneOnPhone, usePage } from "../state/page-store.ts";
import { FileDiff } from "./file-diff.tsx";
import { fileGroups } from "./file-groups.ts";
import { FileList } from "./file-list.tsx";
import { useChangeKeys } from "./use-change-keys.ts";
import { type ChangesOf, useChanges } from "./use-changes.ts";
import { useFileInSight } from "./use-file-in-sight.ts";
import "./changes.css";

/** What a worktree holds that its base does not, file by file. */
export default function Changes({ of }: { readonly of: ChangesOf }) {
  const phone = usePhone();
  const names = useNames(of);
  const { changes, error, reload, loadMore } = useChanges(of);
  const [split, setSplit] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const back = wayBack(of, phone);
  useChangeKeys(scroller, back.go);
  const groups = useMemo(() => fileGroups(changes?.files ?? []), [changes]);
  const inSight = useFileInSight(scroller, groups);
  if (names === null) return null;
  const files = groups.flatMap((group) => group.files);
  const base = changes === null ? null : shortBase(changes);
  return (
    <section className="view changes" aria-label="Changes">
      <ViewHeader
        title={`Changes in ${names.title}`}
        words={base === null ? names.branch : `${names.branch} against ${base}`}
        back={back}
      >
        {changes !== null && <Totals changes={changes} />}
        <button type="button" onClick={reload}>
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
      {changes?.files.length === 0 && (
        <p className="view-empty">
          {changes.commits.length === 0
            ? `No changes against ${base}.`
            : `No file differs from ${base}; commits stand on their own.`}
        </p>
      )}
      <div className="changes-body">
        {!phone && changes !== null && changes.files.length + changes.commits.length > 0 && (
          <FileList groups={groups} commits={changes.commits} inSight={inSight} />
        )}
        <div className="diffs" ref={scroller} tabIndex={0} role="region" aria-label="Differences">
          {files.map((file, at) => (
            <FileDiff
              key={file.path}
              file={file}
              split={split && !phone}
              tellsKeys={at === 0 && !phone}
            />
          ))}
          {changes?.next != null && (
            <p className="more-files">
              <button type="button" onClick={loadMore}>
                More files
              </button>
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

function wayBack(of: ChangesOf, phone: boolean): WayBack {
  if (of.kind === "tree") {
    return { to: "worktrees", go: () => goTo({ kind: "retained", path: of.path }) };
  }
  // On a phone the session covers everything, and its changes cover the session.
  if (phone) return { to: "session", go: showPaneOnPhone };
  return { to: "sessions", go: () => goTo({ kind: "panes" }) };
}

function Totals({ changes }: { readonly changes: Loaded }) {
  const { files, additions, deletions } = changes.totals;
  return (
    <span className="totals">
      {files} file{files === 1 ? "" : "s"} <span className="add">+{additions}</span>{" "}
      <span className="del">-{deletions}</span>
    </span>
  );
}

/** What the worktree is called; null where it is no longer there. */
function useNames(of: ChangesOf): { readonly title: string; readonly branch: string } | null {
  const session = usePage((page) =>
    of.kind === "session" ? page.view.sessions.get(of.id) : undefined,
  );
  const tree = usePage((page) =>
    of.kind === "tree" ? page.view.worktrees.get(of.path) : undefined,
  );
  if (session !== undefined) {
    return { title: nameOf(session), branch: plainText(branchOf(session) ?? "", 60) };
  }
  if (tree === undefined) return null;
  const branch = plainText(tree.branch ?? "detached", 60);
  return { title: plainText(tree.session_name ?? branch, 60), branch };
}

function shortBase({ base }: Loaded): string {
  const words = plainText(base, 60);
  return /^[0-9a-f]{40,}$/.test(words) ? words.slice(0, 7) : words;
}
