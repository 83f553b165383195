import { useId, useState } from "react";
import { plainText } from "../sessions/plain-text.ts";
import { age, nameOf } from "../sessions/words.ts";
import { Icon } from "../shell/icon.tsx";
import { useNow } from "../shell/use-now.ts";
import { openSession, showOverlay, usePage } from "../state/page-store.ts";
import { usePathWords } from "../state/use-path-words.ts";
import type { BranchChoice } from "./branch-choice.ts";

/** The branch that the worktree is for: a new one, a free one, or a word on who holds it. */
export function BranchPicker(props: {
  readonly choices: readonly BranchChoice[];
  readonly chosen: BranchChoice | null;
  readonly typed: string;
  readonly base: string;
  /** The branch that a new one starts at without a base, where that is known. */
  readonly head: string | null;
  /** The commit that the chosen branch would start at, once it is known. */
  readonly startsAt: string | null;
  readonly onType: (typed: string) => void;
  readonly onChoose: (choice: BranchChoice) => void;
  readonly onBase: (base: string) => void;
}) {
  const { choices, chosen, typed, base, onType, onChoose, onBase } = props;
  const [asksBase, setAsksBase] = useState(false);
  const holderOf = useHolder();
  const list = useId();
  const at = chosen === null ? -1 : choices.indexOf(chosen);
  return (
    <div className="branch-picker">
      <input
        className="mono"
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-label="Branch"
        aria-activedescendant={at === -1 ? undefined : `${list}-${at}`}
        placeholder="Branch"
        value={typed}
        spellCheck={false}
        autoCapitalize="off"
        onChange={({ target }) => onType(target.value)}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          const next = step === undefined ? undefined : choices[at + step];
          if (next !== undefined) onChoose(next);
          else if (event.key === "b" && event.ctrlKey) setAsksBase(true);
          else if (event.key === "Enter" && chosen?.kind === "taken") holderOf(chosen)?.open();
          else return;
          event.preventDefault();
        }}
      />
      <div className="branch-list" role="listbox" id={list} aria-label="Branches">
        {choices.map((choice, index) => (
          <div
            key={`${choice.kind} ${choice.name}`}
            id={`${list}-${index}`}
            role="option"
            aria-selected={choice === chosen}
            className={`branch-choice ${choice.kind}${choice === chosen ? " selected" : ""}`}
            ref={
              choice === chosen
                ? (element) => element?.scrollIntoView({ block: "nearest" })
                : undefined
            }
            onClick={() => onChoose(choice)}
          >
            <Icon name="branch" />
            <code>
              <bdi>
                {choice.kind === "create"
                  ? `Create ${plainText(choice.name, 80)}`
                  : plainText(choice.name, 80)}
              </bdi>
            </code>
            <ChoiceNote
              choice={choice}
              base={base.trim() === "" ? props.head : base.trim()}
              startsAt={choice === chosen ? props.startsAt : null}
              holder={holderOf(choice)?.name}
            />
          </div>
        ))}
      </div>
      {chosen?.kind === "create" &&
        (asksBase ? (
          <input
            className="mono base"
            autoFocus
            aria-label="Base of the new branch"
            placeholder="Base: a branch, tag or commit; what is checked out where left empty"
            value={base}
            spellCheck={false}
            autoCapitalize="off"
            onChange={({ target }) => onBase(target.value)}
          />
        ) : (
          <button type="button" className="plain change-base" onClick={() => setAsksBase(true)}>
            Change base <kbd>Ctrl B</kbd>
          </button>
        ))}
    </div>
  );
}

function ChoiceNote({
  choice,
  base,
  startsAt,
  holder,
}: {
  readonly choice: BranchChoice;
  readonly base: string | null;
  readonly startsAt: string | null;
  readonly holder: string | undefined;
}) {
  const now = useNow();
  const paths = usePathWords();
  if (choice.kind === "create") {
    return (
      <span className="aside">
        from {base === null ? "what is checked out" : <code>{plainText(base, 40)}</code>}{" "}
        {startsAt !== null && <code>{startsAt.slice(0, 7)}</code>}
      </span>
    );
  }
  const { branch } = choice;
  if (choice.kind === "taken") {
    const words =
      holder === undefined
        ? `checked out in ${paths.short(branch.checked_out_at ?? "", 34)}`
        : `checked out by session ${holder}`;
    return <span className="aside">{words}</span>;
  }
  return (
    <span className="aside">
      {branch.remote === null
        ? `last commit ${age(branch.committed_at, now)} ago`
        : "on the remote; will be tracked"}
    </span>
  );
}

/** Who holds a branch that is taken, and a way there. */
function useHolder(): (choice: BranchChoice) => { name: string; open: () => void } | undefined {
  const sessions = usePage((page) => page.view.sessions);
  return (choice) => {
    if (choice.kind !== "taken") return undefined;
    const place = choice.branch.checked_out_at;
    const holder = [...sessions.values()].find(({ worktree }) => worktree?.path === place);
    if (holder === undefined) return undefined;
    const open = (): void => {
      showOverlay(null);
      openSession(holder.id);
    };
    return { name: nameOf(holder), open };
  };
}
