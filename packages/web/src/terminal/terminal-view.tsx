import type { Session } from "@maestro/protocol";
import { useEffect, useRef, useState } from "react";
import { useRunCommand } from "../keyboard/use-run-command.ts";
import { hasScreenKeyboard, isPhone } from "../shell/use-phone.ts";
import { copyText } from "../shell/copy-text.ts";
import { useTheme } from "../shell/use-theme.ts";
import { plainText } from "../sessions/plain-text.ts";
import { useDaemon } from "../state/daemon.ts";
import { focusPaneOf, notify, showOverlay, usePage } from "../state/page-store.ts";
import { ClipboardConsent } from "./clipboard-consent.tsx";
import { LiveTerminal } from "./live-terminal.ts";
import { notePane } from "./pane-facts.ts";
import { registerTerminal } from "./open-terminals.ts";
import { ScrollbackSearch } from "./scrollback-search.tsx";

/** One session's terminal. Loaded only once one is shown: the emulator is most of the page's size. */
export default function TerminalView({
  session,
  hasKeys,
}: {
  readonly session: Session;
  readonly hasKeys: boolean;
}) {
  const { connection } = useDaemon();
  const runCommand = useRunCommand();
  const theme = useTheme();
  const { fontSize, screenReader } = usePage((page) => page.settings);
  const focusAsked = usePage((page) => page.focusAsked);
  const linkKind = usePage((page) => page.link.kind);
  const host = useRef<HTMLDivElement>(null);
  const live = useRef<LiveTerminal | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const [searching, setSearching] = useState(false);
  const look = { theme, fontSize, screenReader };
  const { id } = session;
  const handlers = useRef({ runCommand, look });
  handlers.current = { runCommand, look };

  useEffect(() => {
    if (host.current === null) return undefined;
    const terminal: LiveTerminal = new LiveTerminal(host.current, {
      connection,
      id,
      claim: !isPhone(),
      look: handlers.current.look,
      listener: {
        state: (attach) => notePane(id, { attach }),
        sized: (cols, rows) => notePane(id, { size: { cols, rows } }),
        hovered: setHovered,
        chosen: (uri, shown) => openLink(uri, shown),
        clipboardAsked: setAsked,
        focused: (focused) => focused && focusPaneOf(id),
        command(command) {
          if (command === "search") setSearching(true);
          else if (command === "copy") void copyText(terminal.emulator.terminal.getSelection());
          else handlers.current.runCommand(command);
        },
      },
    });
    live.current = terminal;
    const unregister = registerTerminal(id, terminal);
    return () => {
      unregister();
      terminal.dispose();
      live.current = null;
      notePane(id, null);
    };
  }, [connection, id]);

  useEffect(
    () => live.current?.look({ theme, fontSize, screenReader }),
    [theme, fontSize, screenReader],
  );

  useEffect(() => {
    if (hasKeys && focusAsked > 0) takeKeys(live.current);
  }, [hasKeys, focusAsked]);

  useEffect(() => {
    // The event stream is back, so the daemon is.
    if (linkKind === "open") live.current?.attachment.retryNow();
  }, [linkKind]);

  useEffect(() => {
    // A session that was started again has another terminal.
    const kind = live.current?.attachment.state.kind;
    if (session.status === "running" && (kind === "ended" || kind === "refused")) {
      live.current?.attachment.attach();
    }
  }, [session.status]);

  return (
    <div className="terminal">
      <div className="terminal-host" ref={host} data-session={id} />
      {hovered !== null && <p className="link-target">{plainText(hovered, 300)}</p>}
      {searching && live.current !== null && (
        <ScrollbackSearch
          emulator={live.current.emulator}
          onClose={() => {
            setSearching(false);
            takeKeys(live.current);
          }}
        />
      )}
      {asked !== null && (
        <ClipboardConsent
          text={asked}
          onDone={() => {
            setAsked(null);
            takeKeys(live.current);
          }}
        />
      )}
    </div>
  );
}

/** On a phone only a tap into the terminal does: whoever comes to a session reads it first. */
function takeKeys(terminal: LiveTerminal | null): void {
  if (!hasScreenKeyboard()) terminal?.focus();
}

function openLink(uri: string, shown: boolean): void {
  if (!/^https?:\/\//i.test(uri))
    return notify(`Not opened: ${plainText(uri, 100)} is no web address.`);
  if (shown) window.open(uri, "_blank", "noopener,noreferrer");
  else showOverlay({ kind: "open-link", uri });
}
