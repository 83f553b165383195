import type { RecentDirectory } from "@maestro/protocol";
import { baseName } from "../sessions/path-words.ts";
import { projectRoot } from "../sessions/tree.ts";
import { age } from "../sessions/words.ts";
import { useNow } from "../shell/use-now.ts";
import { usePage } from "../state/page-store.ts";
import { usePathWords } from "../state/use-path-words.ts";
import { FieldError } from "./field-error.tsx";

/** Where the session is to start: typed, or one of the last. */
export function DirectoryPicker(props: {
  readonly directory: string;
  readonly recent: readonly RecentDirectory[];
  readonly error: string | null;
  readonly onChange: (directory: string) => void;
}) {
  const { directory, recent, error, onChange } = props;
  const sessions = usePage((page) => page.view.sessions);
  const now = useNow();
  const paths = usePathWords();
  const running = new Map<string, number>();
  for (const session of sessions.values()) {
    if (session.status !== "running") continue;
    for (const place of new Set([projectRoot(session), session.cwd])) {
      running.set(place, (running.get(place) ?? 0) + 1);
    }
  }
  return (
    <div className="form-directory">
      <h3 className="dialog-title" aria-hidden="true">
        New session
      </h3>
      <input
        value={directory}
        aria-label="Directory"
        placeholder="Directory"
        spellCheck={false}
        autoCapitalize="off"
        data-focus=""
        onChange={({ target }) => onChange(target.value)}
      />
      <FieldError words={error} />
      {recent.length > 0 && (
        <fieldset className="recent">
          <legend>Recent</legend>
          {recent.map((one) => (
            <label key={one.directory} className={one.directory === directory ? "selected" : ""}>
              <input
                type="radio"
                name="recent"
                checked={one.directory === directory}
                onChange={() => onChange(one.directory)}
              />
              <span>
                <bdi>{baseName(one.directory)}</bdi>
              </span>
              <span className="aside">
                {running.has(one.directory)
                  ? `${running.get(one.directory)} running`
                  : `${age(one.last_used_at, now)} ago`}
              </span>
              <code>{paths.short(one.directory, 34)}</code>
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
