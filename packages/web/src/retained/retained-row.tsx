import { ApiFailure, sizeWords } from "@maestro/client";
import type { RetainedWorktree, UnsavedWork, WorktreeListing } from "@maestro/protocol";
import { useEffect, useRef, useState } from "react";
import { UnsavedRows } from "../dialogs/unsaved-rows.tsx";
import { plainText } from "../sessions/plain-text.ts";
import { commandWord, unsavedMark } from "../sessions/words.ts";
import { AgeText } from "../shell/age-text.tsx";
import { CopyButton } from "../shell/copy-button.tsx";
import { usePhone } from "../shell/use-phone.ts";
import { failureWords, useDaemon } from "../state/daemon.ts";
import { goTo, notify, showOverlay } from "../state/page-store.ts";
import { usePathWords } from "../state/use-path-words.ts";
import { reasonWords } from "./reason-words.ts";

/** A worktree that outlived its session, with what can be done about it. */
export function RetainedRow(props: {
  readonly worktree: RetainedWorktree;
  /** What was found in it, once somebody has looked. */
  readonly found: WorktreeListing | null;
  readonly open: boolean;
  readonly onOpen: () => void;
  readonly onChanged: () => void;
}) {
  const { worktree, found, open, onOpen, onChanged } = props;
  const paths = usePathWords();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (open) row.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  const work = found?.unsaved_work ?? null;
  const name = worktree.branch ?? "detached";
  return (
    <li ref={row} className={open ? "selected" : ""}>
      <button type="button" className="retained-row" aria-expanded={open} onClick={onOpen}>
        <span className="two">
          <code className="strong">
            <bdi>{plainText(name, 80)}</bdi>
          </code>
          <code>{paths.short(worktree.path, 44)}</code>
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
        <span className="size">{found === null ? "…" : sizeOf(found)}</span>
      </button>
      {open && <Details worktree={worktree} work={work} onChanged={onChanged} />}
    </li>
  );
}

function sizeOf({ size_bytes: bytes }: WorktreeListing): string {
  return bytes === null ? "?" : sizeWords(bytes);
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
  const paths = usePathWords();
  const phone = usePhone();
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
          ? `Removed ${paths.tilde(worktree.path)}. It held nothing unsaved.`
          : `Removed ${paths.tilde(worktree.path)}. Everything in it is saved under ${plainText(done.rescue_ref, 200)}.`,
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
      {work === null ? (
        <p className="clear">Looking for unsaved work</p>
      ) : holds ? (
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
            Open session here {!phone && <kbd className="bare">Enter</kbd>}
          </button>
          <button type="button" onClick={() => goTo({ kind: "tree-changes", path: worktree.path })}>
            Show changes {!phone && <kbd className="bare">d</kbd>}
          </button>
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
              {work === null ? (
                "What can be done follows from that."
              ) : holds ? (
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
