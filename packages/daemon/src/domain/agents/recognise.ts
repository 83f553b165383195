import type { Command } from "@maestro/protocol";
import type { Agent, Argv } from "./agent.ts";
import { parseShellLine, toShellLine } from "./shell-words.ts";
import { packageOf, programOf, unwrapCommand } from "./unwrap-command.ts";

/** A command in which an agent was recognised. */
export interface Recognised {
  readonly agent: Agent;
  /** The agent's program and its arguments. */
  readonly argv: Argv;
  /** The command with other arguments for the agent, of the kind that it was: a line or a list. */
  with(argv: Argv): Command;
}

/** The agent that a command starts, or null where it starts none or something that is not understood. */
export function recogniseIn(agents: readonly Agent[], command: Command): Recognised | null {
  const isLine = typeof command === "string";
  const words = isLine ? parseShellLine(command) : command;
  if (words === null) return null;
  const found = unwrapCommand(words, isLine);
  if (found === null) return null;
  const word = words[found.at] ?? "";
  const agent = agents.find(
    ({ programs, packages }) =>
      programs.includes(programOf(word)) ||
      (found.fromPackage && packages.includes(packageOf(word))),
  );
  if (agent === undefined) return null;
  const before = words.slice(0, found.at);
  return {
    agent,
    argv: words.slice(found.at),
    with: (argv) => (isLine ? toShellLine([...before, ...argv]) : [...before, ...argv]),
  };
}
