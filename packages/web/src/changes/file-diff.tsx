import type { ChangedFile } from "@maestro/protocol";
import { useMemo } from "react";
import { Decoration, Diff, Hunk, type HunkData, parseDiff, tokenize } from "react-diff-view";
import { markWords } from "./mark-words.ts";
import { plainText } from "../sessions/plain-text.ts";

/** Where a file's difference stands in the page. */
export function fileAnchor(file: ChangedFile): string {
  return `diff-${encodeURIComponent(file.path)}`;
}

/** One file's difference. */
export function FileDiff(props: {
  readonly file: ChangedFile;
  readonly split: boolean;
  /** Whether the keys of the view stand beside this file's name. */
  readonly tellsKeys: boolean;
}) {
  const { file, split, tellsKeys } = props;
  return (
    <article className="file" id={fileAnchor(file)} data-file="">
      <header>
        <h3>
          <code>
            {file.old_path !== null && <bdi>{plainText(file.old_path, 300)} → </bdi>}
            <bdi>{plainText(file.path, 300)}</bdi>
          </code>
        </h3>
        {file.additions !== null && file.additions > 0 && (
          <span className="add">+{file.additions}</span>
        )}
        {file.deletions !== null && file.deletions > 0 && (
          <span className="del">-{file.deletions}</span>
        )}
        {tellsKeys && (
          <span className="change-keys" aria-hidden="true">
            <kbd>j</kbd> <kbd>k</kbd> change <kbd>[</kbd> <kbd>]</kbd> file
          </span>
        )}
      </header>
      {file.diff === null ? (
        <p className="omitted">
          {file.omitted === "large" ? "Too large to show here." : "A binary file."}
        </p>
      ) : (
        <Lines diff={file.diff} split={split} />
      )}
    </article>
  );
}

function Lines({ diff, split }: { readonly diff: string; readonly split: boolean }) {
  const parsed = useMemo(() => parsedDiff(diff), [diff]);
  if (parsed === null || parsed.hunks.length === 0)
    return <p className="omitted">No line differs.</p>;
  return (
    <Diff
      viewType={split ? "split" : "unified"}
      diffType="modify"
      hunks={parsed.hunks}
      tokens={parsed.tokens}
    >
      {(hunks) =>
        hunks.flatMap((hunk, at) => [
          ...(at === 0 ? [] : [<Gap key={`gap ${hunk.content}`} hunk={hunk} />]),
          <Hunk key={hunk.content} hunk={hunk} />,
        ])
      }
    </Diff>
  );
}

/** What stands between two hunks: where the next one begins. */
function Gap({ hunk }: { readonly hunk: HunkData }) {
  const words = /^@@[^@]*@@\s?(.*)$/.exec(hunk.content)?.[1] ?? "";
  return (
    <Decoration>
      <span className="gap">
        {words === "" ? "" : `${plainText(words, 120)}, `}line {hunk.newStart}
      </span>
    </Decoration>
  );
}

/** git leaves the head out for some callers; the parser counts on it. */
const HEAD = "diff --git a/file b/file\nindex 0000000..1111111 100644\n--- a/file\n+++ b/file\n";

function parsedDiff(diff: string) {
  try {
    const hunks = parseDiff(diff.startsWith("diff --git") ? diff : HEAD + diff)[0]?.hunks ?? [];
    const tokens = tokenize(hunks, { enhancers: [markWords(hunks)] });
    return { hunks, tokens };
  } catch {
    return null;
  }
}
