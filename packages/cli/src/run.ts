import { CommanderError } from "commander";
import { CliFailure } from "./cli-failure.ts";
import { EXIT, exitCodeOf } from "./exit-codes.ts";
import { inLines } from "./output/printable.ts";
import { buildProgram } from "./program.ts";

/** Runs one command line (without the program's own name) and answers with its exit code. */
export async function run(words: readonly string[]): Promise<number> {
  const program = buildProgram();
  try {
    if (words.length === 0) program.outputHelp();
    else await program.parseAsync([...words], { from: "user" });
    return EXIT.done;
  } catch (error) {
    return exitCodeFor(error);
  }
}

async function exitCodeFor(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  if (error instanceof CliFailure) {
    say(error.message);
    return error.exitCode;
  }
  const { ApiFailure, Unreachable } = await import("@maestro/client");
  if (error instanceof ApiFailure) {
    say(error.message);
    return exitCodeOf(error.code);
  }
  if (error instanceof Unreachable) {
    say(`The daemon does not answer: ${error.message}`);
    return EXIT.noDaemon;
  }
  say(error instanceof Error ? error.message : String(error));
  if (error instanceof Error && process.env["MAESTRO_DEBUG"] !== undefined) say(error.stack ?? "");
  return EXIT.failed;
}

function say(message: string): void {
  if (message !== "") process.stderr.write(`maestro: ${inLines(message)}\n`);
}
