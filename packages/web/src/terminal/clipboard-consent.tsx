import { plainText } from "../sessions/plain-text.ts";
import { copyText } from "../shell/copy-text.ts";

/** Asks before a program may put something on the clipboard. */
export function ClipboardConsent({
  text,
  onDone,
}: {
  readonly text: string;
  readonly onDone: () => void;
}) {
  return (
    <div className="pane-bar asks" role="alertdialog" aria-label="Clipboard">
      <p>
        The program wants to put this on the clipboard:{" "}
        <code>
          <bdi>{plainText(text, 80)}</bdi>
        </code>{" "}
        <span className="aside">{text.length} characters</span>
      </p>
      <button type="button" className="plain" onClick={() => void copyText(text).then(onDone)}>
        Copy
      </button>
      <button type="button" onClick={onDone}>
        Leave it
      </button>
    </div>
  );
}
