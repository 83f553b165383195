import type { Command } from "@maestro/protocol";
import type { Agent, HookMeaning, Launch, LaunchInput } from "./agent.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { gemini } from "./gemini.ts";
import { generic } from "./generic.ts";
import { opencode } from "./opencode.ts";
import { isConversationId } from "./payload.ts";
import { type Recognised, recogniseIn } from "./recognise.ts";

/** Every agent that is recognised by its command. */
export const AGENTS: readonly Agent[] = [claude, codex, gemini, opencode];

/** The agent of this id, or null. */
export function agentNamed(id: string): Agent | null {
  return [...AGENTS, generic].find((agent) => agent.id === id) ?? null;
}

/** The agent that a program in the foreground is, or null. */
export function agentOfProgram(name: string): Agent | null {
  return AGENTS.find(({ programs }) => programs.includes(name)) ?? null;
}

/** The agent in a command, or null where it starts none. */
export function recognise(command: Command): Recognised | null {
  return recogniseIn(AGENTS, command);
}

/** A command with an agent's additions, to be started as it is. */
export interface PreparedCommand extends Omit<Launch, "argv"> {
  readonly command: Command;
}

/** Adds hooks and prompt to a recognised command. */
export function prepareLaunch(
  recognised: Recognised,
  input: Omit<LaunchInput, "argv">,
): PreparedCommand {
  const { argv, ...rest } = recognised.agent.launch({ ...input, argv: recognised.argv });
  return { ...rest, command: recognised.with(argv) };
}

/** The command that goes on with a conversation, or null where only a new one can be started. */
export function resumeCommand(command: Command, agentSessionId: string): Command | null {
  const recognised = recognise(command);
  if (recognised === null || !isConversationId(agentSessionId)) return null;
  const argv = recognised.agent.resume(recognised.argv, agentSessionId);
  return argv === null ? null : recognised.with(argv);
}

/** What a report means for the conversation that a session is bound to. */
export type Bound =
  | { readonly kind: "bind"; readonly id: string }
  | { readonly kind: "same" }
  /** Another conversation, such as one that the agent itself started: none of its reports count. */
  | { readonly kind: "foreign" };

/** Whether a report is of the bound conversation. */
export function bindConversation(
  bound: string | null,
  said: Pick<Exclude<HookMeaning, { kind: "nothing" }>, "agentSessionId" | "bind">,
): Bound {
  const { agentSessionId: id, bind } = said;
  if (id === null || id === bound) return { kind: "same" };
  return bound === null || bind === "anew" ? { kind: "bind", id } : { kind: "foreign" };
}
