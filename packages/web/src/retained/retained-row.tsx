import { ApiFailure } from "@maestro/client";
import type { RetainedWorktree, UnsavedWork } from "@maestro/protocol";
import { useState } from "react";
import { UnsavedRows } from "../dialogs/unsaved-rows.tsx";
import { plainText } from "../sessions/plain-text.ts";
import { shortPath, tildePath } from "../sessions/path-words.ts";
import { commandWord, unsavedMark } from "../sessions/words.ts";
import { AgeText } from "../shell/age-text.tsx";
import { CopyButton } from "../shell/copy-button.tsx";
import { failureWords, useDaemon } from "../state/daemon.ts";
import { notify, showOverlay, usePage } from "../state/page-store.ts";
import { showChanges } from "../keyboard/run-command.ts";
import { reasonWords } from "./reason-words.ts";

/** A worktree that outlived its session, with what can be done about it. */
export function RetainedRow(props: {
  readonly worktree: RetainedWorktree;
  readonly work: UnsavedWork | null;
  readonly open: boolean;
  readonly onOpen: () => void;
  readonly onChanged: () => void;
}) {
  const { worktree, work, open, onOpen, onChanged } = props;
  const name = worktree.branch ?? "detached";
  return (
    <li className={open ? "selected" : ""}>
      <button type="button" className="retained-row" aria-expanded={open} onClick={onOpen}>
        <span className="two">
          <code className="strong">
            <bdi>{plainText(name, 80)}</bdi>
          </code>
          <code>{shortPath(worktree.path, 44)}</code>
        </span>
        <span className="two">
          <span>
            <bdi>{plainText(worktree.session_name ?? "unnamed", 60)}</bdi>
          </span>
          <code>{plainText(commandWord(worktree.command), 30)}</code>
        </span>
        <span className="reason">{reasonWords(worktree)}</span>
        <code>{work === null ? "…" : workWords(work)}</code>
        <span className="since">
          <AgeText since={worktree.retained_at} />
        </span>
      </button>
      {open && <Details worktree={worktree} work={work} onChanged={onChanged} />}
    </li>
  );
}

function workWords(work: UnsavedWork): string {
  if (work.unknown !== null) return "unknown";
  if (work.in_progress !== null) return `${work.in_progress} open`;
  return unsavedMark(work) === "" ? "clear" : unsavedMark(work);
}

function Details({
  worktree,
  work,
  onChanged,
}: {
  readonly worktree: RetainedWorktree;
  readonly work: UnsavedWork | null;
  readonly onChanged: () => void;
}) {
  const { api } = useDaemon();
  const session = usePage((page) =>
    [...page.view.sessions.values()].find((one) => one.worktree?.path === worktree.path),
  );
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const submodules = worktree.reason === "has-submodules";
  const holds = work !== null && workWords(work) !== "clear";
  const reclaim = async (force: boolean): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const done = await api.reclaimWorktree({ body: { path: worktree.path, force } });
      notify(
        done.rescue_ref === null
          ? `Removed ${tildePath(worktree.path)}. It held nothing unsaved.`
          : `Removed ${tildePath(worktree.path)}. Everything in it is saved under ${plainText(done.rescue_ref, 200)}.`,
      );
    } catch (failure) {
      const guarded = failure instanceof ApiFailure && failure.code === "worktree_guarded";
      setError(
        guarded ? `It holds unsaved work by now. ${failure.message}` : failureWords(failure),
      );
    }
    setBusy(false);
    onChanged();
  };
  return (
    <div className="retained-details">
      {work !== null && holds ? (
        <UnsavedRows work={work} />
      ) : (
        <p className="clear">Nothing unsaved.</p>
      )}
      <div className="retained-actions">
        <p className="buttons">
          <button
            type="button"
            className="primary"
            onClick={() => showOverlay({ kind: "new-session", directory: worktree.path })}
          >
            Open session here
          </button>
          {session !== undefined && (
            <button type="button" onClick={() => showChanges(session)}>
              Show changes
            </button>
          )}
        </p>
        {submodules ? (
          <>
            <p>
              Its submodules have repositories of their own, which would go with it. maestro does
              not remove it. By hand, once they are safe:
            </p>
            <p>
              <code>{removeCommand(worktree)}</code> <CopyButton text={removeCommand(worktree)} />
            </p>
          </>
        ) : (
          <>
            <p>
              {holds ? (
                <>
                  Reclaiming removes the directory. Everything in it is saved first as a commit
                  under{" "}
                  <code>refs/maestro/rescue/{plainText(worktree.branch ?? "detached", 60)}</code>,
                  and can be restored from Rescued copies.
                </>
              ) : (
                "Reclaiming removes the directory. The branch stays."
              )}
            </p>
            <button
              type="button"
              disabled={busy || work === null}
              onClick={() => void reclaim(holds)}
            >
              {holds ? "Save a copy and reclaim" : "Reclaim"}
            </button>
          </>
        )}
        {error !== null && (
          <p className="field-error verbatim" role="alert">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

function removeCommand({ base_repo: repo, path }: RetainedWorktree): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  return `git -C ${quoted(repo)} worktree remove --force ${quoted(path)}`;
}
