import { useCallback } from "react";
import { useDaemon } from "../state/daemon.ts";
import type { PageCommand } from "./page-key.ts";
import { runCommand } from "./run-command.ts";

/** Runs commands against this page's daemon. */
export function useRunCommand(): (command: PageCommand) => void {
  const daemon = useDaemon();
  return useCallback((command: PageCommand) => runCommand(daemon, command), [daemon]);
}
