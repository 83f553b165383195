import { randomUUID } from "node:crypto";
import type { Command } from "@maestro/protocol";
import type { LaunchFile } from "../domain/agents/agent.ts";
import { prepareLaunch, recognise } from "../domain/agents/agents.ts";
import type { Session } from "../domain/session.ts";
import type { AppContext } from "./app-context.ts";

/** What is really started for a session: its command with what its agent needs. */
export interface PlannedCommand {
  readonly command: Command;
  /** Added to the command's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Written before the command starts; they live as long as its terminal. */
  readonly files: readonly LaunchFile[];
  /** The conversation's id where it is known before the agent says it. */
  readonly conversationId: string | null;
  /** True where the agent is told the prompt with its command; else it has to be typed. */
  readonly tellsPrompt: boolean;
}

/** How a session is to be started. */
export interface Plan {
  /** The command, which may be another than the session's own: one that resumes a conversation. */
  readonly command: Command;
  readonly prompt: string | null;
}

/** Hands an agent that is recognised its hooks and its prompt; any other command stays as it is. */
export async function planCommand(
  context: AppContext,
  session: Session,
  { command, prompt }: Plan,
): Promise<PlannedCommand> {
  const recognised = session.agent === null ? null : recognise(command);
  if (recognised === null) {
    return { command, env: {}, files: [], conversationId: null, tellsPrompt: false };
  }
  const env = { ...context.commands.baseEnv, ...session.env };
  const found = new Map<string, string>();
  for (const path of recognised.agent.reads(env)) {
    const text = await context.programs.readText(path);
    if (text !== null) found.set(path, text);
  }
  const launch = prepareLaunch(recognised, {
    hookCommand: context.commands.hookCommand,
    newConversationId: randomUUID(),
    prompt,
    runtimeDir: context.host.directoryOf(session.id),
    env,
    found,
  });
  return { ...launch, tellsPrompt: true };
}
