import type { UnsavedWork } from "@maestro/protocol";
import type { ReactNode } from "react";
import { plainText } from "../sessions/plain-text.ts";

/** So many names of each kind are shown. */
const NAMED = 5;

const IN_PROGRESS = {
  merge: "Merge in progress",
  rebase: "Rebase in progress",
  "cherry-pick": "Cherry-pick in progress",
  revert: "Revert in progress",
  bisect: "Bisect in progress",
  am: "Applying patches in progress",
} as const;

/** What a worktree holds that is nowhere else, by kind, the first few by name. */
export function UnsavedRows({ work }: { readonly work: UnsavedWork }) {
  const { samples, truncated } = work;
  const commits = samples.unpushed.map(({ id, subject }) => (
    <>
      <span className="commit-id">{id.slice(0, 7)}</span> <bdi>{plainText(subject, 100)}</bdi>
    </>
  ));
  const names = (paths: readonly string[]): ReactNode[] =>
    paths.map((path) => <bdi key={path}>{plainText(path, 200)}</bdi>);
  const atLeast = truncated ? "at least " : "";
  const many = (count: number, what: string): string =>
    `${atLeast}${count} ${what}${count === 1 ? "" : "s"}`;
  return (
    <dl className="unsaved-rows">
      {work.unknown !== null && (
        <Row title="Not known" words={plainText(work.unknown, 400)} names={[]} count={0} />
      )}
      {work.uncommitted > 0 && (
        <Row
          title={many(work.uncommitted, "changed file")}
          words="not committed"
          names={names(samples.uncommitted)}
          count={work.uncommitted}
        />
      )}
      {work.untracked > 0 && (
        <Row
          title={many(work.untracked, "new file")}
          words="not in git"
          names={names(samples.untracked)}
          count={work.untracked}
        />
      )}
      {work.unpushed > 0 && (
        <Row
          title={many(work.unpushed, "commit")}
          words="on no remote"
          names={commits}
          count={work.unpushed}
        />
      )}
      {work.in_progress !== null && (
        <Row title={IN_PROGRESS[work.in_progress]} words="not finished" names={[]} count={0} />
      )}
    </dl>
  );
}

function Row(props: {
  readonly title: string;
  readonly words: string;
  readonly names: readonly ReactNode[];
  readonly count: number;
}) {
  const { title, words, names, count } = props;
  const shown = names.slice(0, NAMED);
  const rest = count - shown.length;
  return (
    <div className="unsaved-row">
      <dt>
        <strong>{title}</strong>
        <span>{words}</span>
      </dt>
      <dd>
        {shown.map((name, at) => (
          <code key={at}>{name}</code>
        ))}
        {rest > 0 && <span className="aside">and {rest} more</span>}
      </dd>
    </div>
  );
}
