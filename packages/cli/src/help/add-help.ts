import type { Command } from "commander";
import { HELP_NOTES } from "./help-notes.ts";

/**
 * Adds `help`, puts below each verb's options what there is to say about it, and behind each mistake
 * where its help is.
 */
export function addHelp(program: Command): void {
  program.helpCommand(false);
  program
    .command("help")
    .description("print the help of a verb")
    .argument("[verb...]", "the verb, and the one below it")
    .action((words: string[]) => find(program, words).outputHelp());
  for (const command of [program, ...program.commands]) {
    const note = HELP_NOTES[command === program ? "" : command.name()];
    if (note !== undefined) command.addHelpText("after", note);
    command.showHelpAfterError(hint(command));
    for (const sub of command === program ? [] : command.commands) {
      sub.showHelpAfterError(hint(sub));
      if (sub.registeredArguments.length === 0) refuseWords(sub);
    }
    if (command !== program && command.commands.length > 0)
      command.helpCommand("help [verb]", "print the help of a verb");
  }
}

function find(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) {
    const below = command.commands.find((one) => one.name() === word);
    if (below === undefined) command.error(unknown(word));
    else command = below;
  }
  return command;
}

function hint(command: Command): string {
  const names: string[] = [];
  for (let one: Command | null = command; one !== null; one = one.parent) names.unshift(one.name());
  return `See: ${names.join(" ")} --help`;
}

/**
 * `maestro worktrees nonsense` reaches the verb that `maestro worktrees` stands for, as a word too
 * many of one that nobody typed.
 */
function refuseWords(sub: Command): void {
  sub.allowExcessArguments(true).hook("preAction", () => {
    const [word] = sub.args;
    if (word !== undefined) (sub.parent ?? sub).error(unknown(word));
  });
}

function unknown(word: string): string {
  return `error: unknown command '${word}'`;
}
