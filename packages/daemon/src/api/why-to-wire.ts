import type { Why } from "@maestro/protocol";
import type { Decision, Finding } from "../domain/attention/decide-activity.ts";

/** How an activity was decided, as it travels: ages instead of moments. */
export function whyToWire(
  decision: Decision,
  { acknowledged, since }: { readonly acknowledged: boolean; readonly since: number },
): Why {
  const now = Date.now();
  const evidence = ({ source, says, words, since: seen }: Finding): Why["decided_by"] => ({
    source,
    says,
    evidence: words,
    age_s: Math.max(0, Math.round((now - seen) / 100) / 10),
  });
  return {
    activity: decision.activity,
    since: new Date(since).toISOString(),
    acknowledged,
    decided_by: evidence(decision.by),
    others: decision.others.map(evidence),
  };
}
