import type { Command } from "commander";
import { HELP_NOTES } from "./help-notes.ts";

/** Puts below each verb's options what there is to say about it. */
export function addHelpNotes(program: Command): void {
  for (const command of [program, ...program.commands]) {
    const note = HELP_NOTES[command === program ? "" : command.name()];
    if (note !== undefined) command.addHelpText("after", note);
    if (command.commands.length > 0) command.helpCommand("help [verb]", "print the help of a verb");
  }
}
