import type { Changes } from "@maestro/protocol";
import { plainText } from "../sessions/plain-text.ts";
import { type FileGroup, KIND_LETTERS } from "./file-groups.ts";
import { fileAnchor } from "./file-diff.tsx";

/** The changed files by how they stand with git, then the commits that only this tree has. */
export function FileList(props: {
  readonly groups: readonly FileGroup[];
  readonly commits: Changes["commits"];
  /** The anchor of the file that is being read. */
  readonly inSight: string | null;
}) {
  const { groups, commits, inSight } = props;
  return (
    <nav className="file-list" aria-label="Changed files" tabIndex={0}>
      {groups.map((group) => (
        <section key={group.title}>
          <h3>{group.title}</h3>
          <ul>
            {group.files.map((file) => (
              <li key={file.path}>
                <button
                  type="button"
                  title={plainText(file.path, 500)}
                  aria-current={fileAnchor(file) === inSight ? "location" : undefined}
                  onClick={() => document.getElementById(fileAnchor(file))?.scrollIntoView()}
                >
                  <span className="kind" title={file.kind}>
                    {KIND_LETTERS[file.kind]}
                  </span>
                  <code>
                    <bdi>{plainText(file.path, 200)}</bdi>
                  </code>
                  {file.additions !== null && file.additions > 0 && (
                    <span className="add">+{file.additions}</span>
                  )}
                  {file.deletions !== null && file.deletions > 0 && (
                    <span className="del">-{file.deletions}</span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {commits.length > 0 && (
        <section>
          <h3>Commits on no remote</h3>
          <ul className="own-commits">
            {commits.map(({ id, subject }) => (
              <li key={id} title={plainText(subject, 500)}>
                <code>{id.slice(0, 7)}</code>
                <bdi>{plainText(subject, 200)}</bdi>
              </li>
            ))}
          </ul>
        </section>
      )}
    </nav>
  );
}
