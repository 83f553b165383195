import type { ChangedFile } from "@maestro/protocol";
import { plainText } from "../sessions/plain-text.ts";
import { fileGroups, KIND_LETTERS } from "./file-groups.ts";
import { fileAnchor } from "./file-diff.tsx";

/** The changed files by how they stand with git. */
export function FileList({ files }: { readonly files: readonly ChangedFile[] }) {
  return (
    <nav className="file-list" aria-label="Changed files" tabIndex={0}>
      {fileGroups(files).map((group) => (
        <section key={group.title}>
          <h3>{group.title}</h3>
          <ul>
            {group.files.map((file) => (
              <li key={file.path}>
                <button
                  type="button"
                  title={plainText(file.path, 500)}
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
    </nav>
  );
}
