import type { Command, Option } from "commander";
import { SESSION_WORDS } from "../verbs/options.ts";

/** What a shell needs to know of one option. */
export interface FlagDescription {
  readonly flag: string;
  readonly about: string;
  /** True where the word behind it is its value. */
  readonly takesValue: boolean;
  /** True where that value names a session. */
  readonly session: boolean;
}

/** A word that may follow, a verb or a choice. */
export interface WordDescription {
  readonly word: string;
  readonly about: string;
}

/** What a shell needs to know of one command. */
export interface CommandDescription {
  /** The words behind `maestro`, with one space between; empty for the program itself. */
  readonly path: string;
  readonly flags: readonly FlagDescription[];
  readonly words: readonly WordDescription[];
  /** True where a session is named. */
  readonly session: boolean;
}

/** The program's commands as they are declared, so that completion cannot fall behind. */
export function describeCommands(program: Command): CommandDescription[] {
  return [describe(program, []), ...below(program, [])];
}

function below(parent: Command, path: readonly string[]): CommandDescription[] {
  return visible(parent).flatMap((command) => {
    const names = [...path, command.name()];
    return [describe(command, names), ...below(command, names)];
  });
}

function describe(command: Command, path: readonly string[]): CommandDescription {
  const choices = command.registeredArguments.flatMap((argument) => argument.argChoices ?? []);
  const verbs = path[0] === "help" && command.parent ? command.parent : command;
  return {
    path: path.join(" "),
    flags: command.options.flatMap(flags),
    words: [
      ...visible(verbs).map((sub) => ({ word: sub.name(), about: sub.description() })),
      ...choices.map((word) => ({ word, about: "" })),
    ],
    session: command.registeredArguments.some(({ description }) =>
      description.includes(SESSION_WORDS),
    ),
  };
}

function flags(option: Option): FlagDescription[] {
  const { description: about, required, optional } = option;
  return [option.long, option.short]
    .filter((flag): flag is string => typeof flag === "string")
    .map((flag) => ({
      flag,
      about,
      takesValue: required || optional,
      session: about.includes(SESSION_WORDS),
    }));
}

function visible(command: Command): readonly Command[] {
  return command.commands.filter((sub) => sub.name() !== "complete-sessions");
}
