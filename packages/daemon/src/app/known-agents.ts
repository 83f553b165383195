import { AGENTS } from "../domain/agents/agents.ts";
import type { KnownAgent } from "./attention-operations.ts";
import type { AppContext } from "./app-context.ts";

/** The agents, and whether each is installed for the commands that the daemon starts. */
export async function knownAgents(context: AppContext): Promise<readonly KnownAgent[]> {
  const path = context.commands.baseEnv["PATH"] ?? "";
  return Promise.all(
    AGENTS.map(async ({ id, label, programs }): Promise<KnownAgent> => {
      const found = await Promise.all(programs.map((name) => context.programs.find(name, path)));
      const installedAt = found.find((file) => file !== null) ?? null;
      return { id, title: label, installedAt, hooks: "per-session" };
    }),
  );
}
