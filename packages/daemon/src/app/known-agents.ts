import { AGENTS } from "../domain/agents/agents.ts";
import type { AppContext } from "./app-context.ts";

/** An agent that maestro knows how to listen to. */
export interface KnownAgent {
  readonly id: string;
  readonly title: string;
  /** Where its program was found, or null. */
  readonly installedAt: string | null;
  /** All present ones take their hooks with each start. */
  readonly hooks: "per-session" | "installed" | "missing" | "none";
}

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
