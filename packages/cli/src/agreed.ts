import { createInterface } from "node:readline/promises";
import { CliFailure } from "./cli-failure.ts";
import type { Context } from "./context.ts";
import { EXIT } from "./exit-codes.ts";

/** Asks a person. Without a terminal to ask on nothing is done. */
export async function agreed(context: Context, question: string): Promise<boolean> {
  if (!context.interactive || !process.stdin.isTTY) {
    throw new CliFailure(EXIT.usage, "Nothing done: without a terminal to ask on, say --yes.");
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await asking.question(`${question} [y/N] `)).trim());
  } finally {
    asking.close();
  }
}
