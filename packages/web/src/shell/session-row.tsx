import type { Session } from "@maestro/protocol";
import { memo } from "react";
import { markOf } from "../sessions/mark.ts";
import { plainText } from "../sessions/plain-text.ts";
import { branchOf } from "../sessions/tree.ts";
import {
  exitWords,
  isNameProvisional,
  nameOf,
  programOf,
  stateSince,
  unsavedMark,
  unsavedWords,
} from "../sessions/words.ts";
import { openSession, usePage } from "../state/page-store.ts";
import { AgeText } from "./age-text.tsx";
import { Glyph } from "./glyph.tsx";
import { RenameField } from "./rename-field.tsx";
import { usePlaced } from "./use-placed.ts";

interface Props {
  readonly id: string;
  readonly session: Session;
  readonly nested: "no" | "yes" | "last";
  readonly dense: boolean;
  readonly selected: boolean;
  readonly top: number;
}

/** A session in the tree. */
export const SessionRow = memo(function SessionRow(props: Props) {
  const { id, session, nested, dense, selected, top } = props;
  const ref = usePlaced(top);
  const renaming = usePage((page) => page.renaming === session.id);
  const mark = markOf(session);
  const provisional = isNameProvisional(session) ? " provisional" : "";
  return (
    <div
      ref={ref}
      id={id}
      className={`row row-session ${mark} nested-${nested}${selected ? " selected" : ""}${provisional}`}
      role="treeitem"
      aria-level={nested === "no" ? 2 : 3}
      aria-selected={selected}
      onClick={(event) => {
        if (!renaming)
          openSession(session.id, event.ctrlKey || event.metaKey ? "beside" : "in-place");
      }}
      onDoubleClick={() => usePage.setState({ renaming: session.id })}
    >
      <Glyph mark={mark} still={dense} />
      {renaming ? (
        <RenameField session={session} />
      ) : (
        <span className="name" title={nameOf(session)}>
          <bdi>{nameOf(session)}</bdi>
        </span>
      )}
      <span className="unsaved" title={unsavedWords(session.blocked_work)}>
        {unsavedMark(session.blocked_work)}
      </span>
      <span className="since">
        <AgeText since={stateSince(session)} />
      </span>
      {!dense && (
        <>
          <SecondLine session={session} nested={nested !== "no"} />
          <span className="program">{programOf(session)}</span>
        </>
      )}
    </div>
  );
});

/** Where a session works and what it says of itself. */
function SecondLine({ session, nested }: { readonly session: Session; readonly nested: boolean }) {
  const branch = worksInCheckout(session) ? null : branchOf(session);
  const detail = plainText(session.activity_detail ?? "", 120);
  const ended = session.status === "dead" && markOf(session) === "failed";
  return (
    <span className="second">
      {session.status === "dead" && (
        <span className={ended ? "err" : ""}>{exitWords(session.exit)} · </span>
      )}
      {session.status === "dormant" && "Dormant · "}
      {branch !== null && !nested && (
        <code>
          <bdi>{plainText(branch, 80)}</bdi>
        </code>
      )}
      {branch === null && detail === "" && where(session)}
      {branch !== null && nested && detail === "" && plainText(commandText(session), 60)}
      {branch !== null && !nested && detail !== "" && " · "}
      {detail !== "" && <bdi>{detail}</bdi>}
    </span>
  );
}

/** A session whose worktree went with its end still tells the branch that it worked on. */
function worksInCheckout({ worktree, repo, cwd }: Session): boolean {
  return (
    worktree === null && (repo === null || cwd === repo.root || cwd.startsWith(`${repo.root}/`))
  );
}

function where(session: Session): string {
  return session.repo === null ? plainText(commandText(session), 60) : "main checkout";
}

function commandText({ command }: Session): string {
  const text = typeof command === "string" ? command : command.join(" ");
  return text === "" ? "shell" : text;
}
