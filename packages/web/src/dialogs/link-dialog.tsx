import { showOverlay } from "../state/page-store.ts";
import { Dialog } from "./dialog.tsx";

/** Shows where a link of a program leads before it is followed: its text may say anything. */
export function LinkDialog({ uri }: { readonly uri: string }) {
  return (
    <Dialog title="Open this address?" className="link-dialog">
      <p>The program shows it under another text.</p>
      <p className="address">
        <code>
          <bdi>{shownAddress(uri)}</bdi>
        </code>
      </p>
      <footer>
        <a
          className="button"
          href={uri}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => showOverlay(null)}
        >
          Open in a new tab
        </a>
        <span className="spacer" />
        <button type="button" className="primary" data-focus="" onClick={() => showOverlay(null)}>
          Stay here <kbd className="bare">Esc</kbd>
        </button>
      </footer>
    </Dialog>
  );
}

/** The address as the browser would read it: letters that look like others are in code. */
function shownAddress(uri: string): string {
  const address = URL.canParse(uri) ? new URL(uri).href : uri;
  return address.length > 2000 ? `${address.slice(0, 2000)}…` : address;
}
