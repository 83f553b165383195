import type { Agent } from "../domain/agents/agent.ts";
import { AGENTS } from "../domain/agents/agents.ts";
import type { KnownAgent } from "./attention-operations.ts";
import type { AppContext } from "./app-context.ts";

/** The agents, whether each is installed for the commands that the daemon starts, and its hooks. */
export async function knownAgents(context: AppContext): Promise<readonly KnownAgent[]> {
  const path = context.commands.baseEnv["PATH"] ?? "";
  return Promise.all(
    AGENTS.map(async (agent): Promise<KnownAgent> => {
      const { id, label, programs } = agent;
      const found = await Promise.all(programs.map((name) => context.programs.find(name, path)));
      const installedAt = found.find((file) => file !== null) ?? null;
      return { id, title: label, installedAt, hooks: await hooksOf(context, agent) };
    }),
  );
}

async function hooksOf(
  { programs, commands }: AppContext,
  { hookFiles }: Agent,
): Promise<KnownAgent["hooks"]> {
  if (hookFiles === null) return "per-session";
  const paths = hookFiles.paths(commands.baseEnv);
  const texts = await Promise.all(paths.map((path) => programs.readText(path)));
  return texts.some((text) => text !== null && hookFiles.holdsOurs(text)) ? "installed" : "missing";
}
