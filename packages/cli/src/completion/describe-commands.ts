import type { Command } from "commander";

/** What a shell needs to know of one command. */
export interface CommandDescription {
  readonly name: string;
  readonly about: string;
  readonly flags: readonly { readonly flag: string; readonly about: string }[];
  /** The words that may follow: subcommands or choices. */
  readonly words: readonly string[];
  /** True where a session is named. */
  readonly session: boolean;
}

/** The program's commands as they are declared, so that completion cannot fall behind. */
export function describeCommands(program: Command): CommandDescription[] {
  return program.commands
    .filter((command) => !isHidden(command))
    .map((command) => ({
      name: command.name(),
      about: command.description(),
      flags: command.options.flatMap((option) =>
        [option.long, option.short]
          .filter((flag): flag is string => typeof flag === "string")
          .map((flag) => ({ flag, about: option.description })),
      ),
      words: [
        ...command.commands.map((sub) => sub.name()),
        ...command.registeredArguments.flatMap((argument) => argument.argChoices ?? []),
      ],
      session: command.registeredArguments.some((argument) => argument.name() === "id"),
    }));
}

function isHidden(command: Command): boolean {
  return command.name() === "complete-sessions";
}
