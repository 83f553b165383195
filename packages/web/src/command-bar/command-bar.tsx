import { useId, useMemo, useState } from "react";
import { Dialog } from "../dialogs/dialog.tsx";
import { currentSession } from "../keyboard/run-command.ts";
import { Glyph } from "../shell/glyph.tsx";
import { useNow } from "../shell/use-now.ts";
import { useTheme } from "../shell/use-theme.ts";
import { plainText } from "../sessions/plain-text.ts";
import { markOf } from "../sessions/mark.ts";
import { usePage } from "../state/page-store.ts";
import { type BarItem, findInBar } from "./bar-items.ts";
import { Marked } from "./marked.tsx";
import { useChoose } from "./use-choose.ts";

/** Everything by a few letters: sessions first, then what can be done. */
export function CommandBar() {
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const sessions = usePage((page) => page.view.sessions);
  const retained = usePage((page) => page.view.worktrees.size);
  const screenReader = usePage((page) => page.settings.screenReader);
  const theme = useTheme();
  const now = useNow();
  const choose = useChoose();
  const list = useId();
  const source = useMemo(() => {
    const all = [...sessions.values()];
    return {
      sessions: all,
      current: currentSession(),
      retained,
      dormant: all.filter((session) => markOf(session) === "dormant").length,
      screenReader,
      theme,
      now,
    };
  }, [sessions, retained, screenReader, theme, now]);
  const groups = useMemo(() => findInBar(source, query), [source, query]);
  const items = groups.flatMap((group) => group.items.map(({ item }) => item));
  const total = useMemo(
    () => findInBar(source, "").reduce((sum, group) => sum + group.items.length, 0),
    [source],
  );
  const index = Math.min(at, Math.max(0, items.length - 1));
  const chosen = items[index];
  return (
    <Dialog title="Command bar" quietTitle className="command-bar">
      <div className="bar-input">
        <input
          autoFocus
          value={query}
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-label="Session or command"
          aria-activedescendant={chosen === undefined ? undefined : `bar-${chosen.key}`}
          placeholder="Session or command"
          onChange={({ target }) => {
            setQuery(target.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (step !== undefined)
              setAt((index + step + items.length) % Math.max(1, items.length));
            else if (
              event.key === "Enter" &&
              chosen !== undefined &&
              !event.nativeEvent.isComposing
            ) {
              choose(chosen, event.ctrlKey || event.metaKey ? "beside" : "in-place");
            } else return;
            event.preventDefault();
          }}
        />
        <span className="aside">
          {items.length} of {Math.max(total, items.length)}
        </span>
      </div>
      <div className="bar-list" role="listbox" id={list} aria-label="Found">
        {groups.map((group) => (
          <div key={group.title} role="group" aria-label={group.title}>
            <h3 aria-hidden="true">{group.title}</h3>
            {group.items.map(({ item, match }) => (
              <div
                key={item.key}
                id={`bar-${item.key}`}
                role="option"
                aria-selected={item === chosen}
                className={`bar-item${item === chosen ? " selected" : ""}`}
                ref={item === chosen ? intoSight : undefined}
                onPointerMove={() => item !== chosen && setAt(items.indexOf(item))}
                onClick={(event) =>
                  choose(item, event.ctrlKey || event.metaKey ? "beside" : "in-place")
                }
              >
                {item.kind === "session" ? <Glyph mark={item.mark} still /> : <span />}
                <span className="title">
                  <bdi>
                    <Marked text={item.title} at={match.at} />
                  </bdi>
                </span>
                <ItemEnd item={item} />
              </div>
            ))}
          </div>
        ))}
        {items.length === 0 && (
          <p className="bar-empty">Nothing matches “{plainText(query, 60)}”.</p>
        )}
      </div>
      <footer className="bar-keys">
        <span>
          <kbd>Enter</kbd> open
        </span>
        <span>
          <kbd>Ctrl Enter</kbd> open beside
        </span>
        <span>
          <kbd>Esc</kbd> close
        </span>
      </footer>
    </Dialog>
  );
}

function ItemEnd({ item }: { readonly item: BarItem }) {
  if (item.kind === "session") {
    return (
      <>
        {item.branch !== null && <code>{plainText(item.branch, 40)}</code>}
        <span className={`state ${item.mark}`}>{item.state}</span>
      </>
    );
  }
  return (
    <>
      {item.note !== undefined && <span className="state">{item.note}</span>}
      {item.shortcut !== undefined && <kbd>{item.shortcut}</kbd>}
    </>
  );
}

function intoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
