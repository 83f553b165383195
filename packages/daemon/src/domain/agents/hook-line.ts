import type { AgentId, Argv } from "./agent.ts";
import { toShellLine } from "./shell-words.ts";

/**
 * The hook program as a shell line, which is what a hook's `command` is in every version of every
 * agent that has hooks; a list of arguments is understood by newer ones alone.
 */
export function hookLine(hookCommand: Argv, agent: AgentId): string {
  return toShellLine([...hookCommand, agent]);
}
