import { CliFailure } from "../cli-failure.ts";
import { type Context, printJson } from "../context.ts";
import type { Finding } from "../doctor/finding.ts";
import { findings } from "../doctor/findings.ts";
import { EXIT } from "../exit-codes.ts";
import { printable } from "../output/printable.ts";

/** Says what is installed, what is wrong and what to do about it. */
export async function doctor(context: Context, options: { readonly json?: boolean }) {
  const found = await findings(context);
  if (options.json === true) printJson(context, found);
  else for (const finding of found) printFinding(context, finding);
  if (found.some(({ verdict }) => verdict === "wrong")) throw new CliFailure(EXIT.failed, "");
}

function printFinding(context: Context, { verdict, about, says, todo }: Finding): void {
  const { style } = context;
  const mark = { right: "ok   ", note: "note ", wrong: style.error("wrong") }[verdict];
  context.print(`${mark}  ${about}: ${printable(says)}`);
  if (todo !== null) context.print(`       ${printable(todo)}`);
}
