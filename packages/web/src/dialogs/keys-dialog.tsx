import { KEY_LIST } from "../keyboard/key-list.ts";
import { showOverlay } from "../state/page-store.ts";
import { Dialog } from "./dialog.tsx";

/** All keys at once. */
export function KeysDialog() {
  return (
    <Dialog title="Keys" className="keys">
      <div className="key-groups">
        {KEY_LIST.map(({ title, lines }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {lines.map(({ keys, does }) => (
                <div key={does}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <footer>
        <span className="spacer" />
        <button type="button" className="primary" data-focus="" onClick={() => showOverlay(null)}>
          Close <kbd className="bare">Esc</kbd>
        </button>
      </footer>
    </Dialog>
  );
}
