import type { Why } from "@maestro/protocol";
import { type Context, printJson } from "../context.ts";
import { daemonFor, sessionFor } from "../daemon/connect.ts";
import { printDetails } from "../output/details.ts";
import { duration } from "../output/relative-time.ts";
import { activityLabel } from "../output/session-state.ts";

/** Says how a session's activity was decided: what was seen, and what else was. */
export async function why(context: Context, word: string, options: { readonly json?: boolean }) {
  const { api } = await daemonFor(context);
  const { id } = await sessionFor(api, word);
  const answer = await api.getWhy({ params: { id } });
  if (options.json === true) return printJson(context, answer);
  printDetails(context, [
    ["State", activityLabel(answer.activity)],
    ["Shown", answer.acknowledged ? "Rests: somebody has seen that it waits" : null],
    ["Because", saying(answer.decided_by)],
    ...answer.others.map((other) => ["Beside it", saying(other)] as const),
  ]);
}

function saying({ source, says, evidence, age_s }: Why["decided_by"]): string {
  const meaning = says === null ? "says nothing yet" : `says “${activityLabel(says)}”`;
  return `the ${source} ${meaning}: ${evidence}, for ${duration(age_s)}`;
}
