import { useRunCommand } from "../keyboard/use-run-command.ts";
import { currentSession } from "../keyboard/run-command.ts";
import { type Daemon, reportFailure, useDaemon } from "../state/daemon.ts";
import {
  changeSettings,
  closeSessionPane,
  openSession,
  showOverlay,
  usePage,
} from "../state/page-store.ts";
import { FONT_SIZES } from "../state/settings.ts";
import type { BarCommand, BarItem } from "./bar-items.ts";

/** Does what was chosen in the command bar. */
export function useChoose(): (item: BarItem, how: "in-place" | "beside") => void {
  const daemon = useDaemon();
  const run = useRunCommand();
  return (item, how) => {
    showOverlay(null);
    if (item.kind === "session") openSession(item.session.id, how);
    else if (isBarCommand(item.command)) doHere(daemon, item.command);
    else run(item.command);
  };
}

const BAR_COMMANDS: readonly string[] = [
  "settings",
  "resume-all",
  "screen-reader",
  "theme",
  "why",
  "close-pane",
  "larger-font",
  "smaller-font",
  "pair-phone",
] satisfies BarCommand[];

function isBarCommand(command: string): command is BarCommand {
  return BAR_COMMANDS.includes(command);
}

function doHere(daemon: Daemon, command: BarCommand): void {
  const { settings } = usePage.getState();
  const session = currentSession();
  switch (command) {
    case "settings":
    case "pair-phone":
      return showOverlay({ kind: "settings" });
    case "resume-all":
      return void resumeAll(daemon);
    case "screen-reader":
      return changeSettings({ screenReader: !settings.screenReader });
    case "theme": {
      const dark = document.documentElement.dataset["theme"] !== "light";
      return changeSettings({ theme: dark ? "light" : "dark" });
    }
    case "why":
      return session === undefined ? undefined : showOverlay({ kind: "why", id: session.id });
    case "close-pane":
      return session === undefined ? undefined : closeSessionPane(session.id);
    case "larger-font":
      return changeSettings({ fontSize: Math.min(FONT_SIZES.max, settings.fontSize + 1) });
    case "smaller-font":
      return changeSettings({ fontSize: Math.max(FONT_SIZES.min, settings.fontSize - 1) });
  }
}

async function resumeAll({ api }: Daemon): Promise<void> {
  const { view } = usePage.getState();
  for (const { id, status } of view.sessions.values()) {
    // One after the other: each starts an agent.
    if (status === "dormant") await api.resumeSession({ params: { id } }).catch(reportFailure);
  }
}
