import { useId } from "react";
import { plainLines } from "../sessions/plain-text.ts";

/** The lines that a new worktree will run before anything else, whole: whoever starts them sees them. */
export function SetUpLines({ lines }: { readonly lines: readonly string[] }) {
  const title = useId();
  if (lines.length === 0) return null;
  const runs = !lines.every(isComment);
  return (
    <div className="set-up">
      <p className="label" id={title}>
        {runs ? "Runs in it first" : "Asked to run in it, and not run"}{" "}
        <span className="aside">from .maestro.toml and your configuration</span>
      </p>
      <ol tabIndex={0} aria-labelledby={title}>
        {lines.map((line, at) => (
          <li key={at} dir="ltr" className={isComment(line) ? "comment" : ""}>
            {plainLines(line)}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** A shell runs nothing of such a line. */
function isComment(line: string): boolean {
  return /^#[^\n]*$/.test(line);
}
