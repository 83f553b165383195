import type { Argv, LaunchFile } from "./agent.ts";
import { hookLine } from "./hook-line.ts";

/**
 * The events that say something. The start of a tool is not among them but for the tools that ask:
 * it would start a process for each, and one in the background could overtake the question for
 * permission that comes right behind it. Neither are sub-agents' ends: they change nothing.
 */
const EVENTS = [
  "SessionStart",
  "UserPromptSubmit",
  "PermissionRequest",
  "Notification",
  "Elicitation",
  "ElicitationResult",
  "PostToolUseFailure",
  "Stop",
  "StopFailure",
  "PreCompact",
  "SessionEnd",
] as const;

/** Seconds; the hook program ends itself long before. */
const TIMEOUT_S = 5;

/** The hooks as Claude Code's settings and its plugins have them. */
export function claudeHooks(hookCommand: Argv): object {
  const hook = { type: "command", command: hookLine(hookCommand, "claude"), timeout: TIMEOUT_S };
  return {
    hooks: {
      ...Object.fromEntries(EVENTS.map((event) => [event, [{ hooks: [hook] }]])),
      PreToolUse: [{ matcher: "AskUserQuestion|ExitPlanMode", hooks: [hook] }],
      // In the background: it fires after every tool and holds up nothing.
      PostToolUse: [{ matcher: "*", hooks: [{ ...hook, async: true }] }],
    },
  };
}

/** The same hooks as a plugin, for a command whose `--settings` are the person's own. */
export function claudePlugin(hookCommand: Argv, directory: string): readonly LaunchFile[] {
  const manifest = { name: "maestro", description: "Tells maestro what the agent does" };
  return [
    { path: `${directory}/.claude-plugin/plugin.json`, content: `${JSON.stringify(manifest)}\n` },
    {
      path: `${directory}/hooks/hooks.json`,
      content: `${JSON.stringify(claudeHooks(hookCommand))}\n`,
    },
  ];
}
