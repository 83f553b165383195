import type { Taken } from "./tracked.ts";

/** What a burst did, for whoever reads of its failure. */
export function describe(taken: readonly Taken[], crashAfterMs: number | null): string {
  const lines = taken.map(({ client, step, on, token, answer }) => {
    const what = Object.entries(step)
      .filter(([key]) => key !== "on")
      .map(([, value]) => `${value}`);
    const came = answer.kind === "refused" ? answer.code : answer.kind;
    return `  client ${client}: ${what.join(" ")} ${token} on ${on?.id ?? "-"}: ${came}`;
  });
  if (crashAfterMs !== null)
    lines.push(`  the daemon was killed after ${crashAfterMs.toFixed(1)} ms`);
  return lines.join("\n");
}
