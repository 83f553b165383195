import { type Command, Help } from "commander";
import { describe, expect, test } from "vitest";
import { buildProgram } from "../program.ts";
import { HELP_NOTES } from "./help-notes.ts";

const program = buildProgram();
const verbs = (program.commands as Command[]).flatMap((verb) => [verb, ...verb.commands]);
const visible = verbs.filter((verb) => verb.name() !== "complete-sessions");

describe.each(visible.map((verb) => [verb.name(), verb] as const))("help of %s", (_, verb) => {
  test("says what the verb does, and what each argument and option is", () => {
    expect(verb.description()).toMatch(/^[a-z]/);
    const parts = [...verb.registeredArguments, ...verb.options];
    expect(parts.filter(({ description }) => description === "").map(String)).toEqual([]);
  });
});

test("every note is about a verb that there is", () => {
  const names = new Set(["", ...program.commands.map((verb) => verb.name())]);
  expect(Object.keys(HELP_NOTES).filter((name) => !names.has(name))).toEqual([]);
});

test("help lists the verbs by what they are about, and fits eighty columns", () => {
  let help = "";
  program.configureOutput({ writeOut: (text) => (help += text), getOutHelpWidth: () => 80 });
  program.outputHelp();
  expect(help.match(/^\w+:$/gm)).toEqual(
    expect.arrayContaining(["Sessions:", "Worktrees:", "Agents:", "Daemon:", "Settings:"]),
  );
  for (const verb of new Help().visibleCommands(program))
    expect(help).toContain(`  ${verb.name()}`);
  for (const [verb, note] of Object.entries(HELP_NOTES)) {
    const long = note.split("\n").filter((line) => line.length > 80);
    expect({ verb, long }).toEqual({ verb, long: [] });
  }
});
