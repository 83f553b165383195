import { attach } from "./scenarios/attach.ts";
import { crowd } from "./scenarios/crowd.ts";
import { echo } from "./scenarios/echo.ts";
import { many, programs } from "./scenarios/many.ts";
import { soak } from "./scenarios/soak.ts";
import { probe } from "./scenarios/probe.ts";
import { throughput } from "./scenarios/throughput.ts";
import { PEER_SERVER, servePeer } from "./support/peer-server.ts";
import type { Figure, Scenario } from "./support/scenario.ts";
import { short } from "./support/statistics.ts";

const scenarios: readonly Scenario[] = [echo, attach, throughput, crowd, many, programs, probe];

function row({ what, unit, ours, theirs, goal, reached }: Figure): string {
  const ratio = theirs === null ? "" : `${short(ours / theirs)} ×`;
  const beside = theirs === null ? "" : `${short(theirs)} ${unit}`;
  return [
    what.padEnd(52),
    `${short(ours)} ${unit}`.padStart(12),
    beside.padStart(12),
    ratio.padStart(9),
    `  ${goal.padEnd(22)}`,
    reached ? "reached" : "MISSED",
  ].join(" ");
}

/** Run only when it is named: it takes ten minutes. */
const long: readonly Scenario[] = [soak];

async function runScenarios(asked: readonly string[]): Promise<void> {
  const chosen =
    asked.length === 0
      ? scenarios
      : [...scenarios, ...long].filter(({ name }) => asked.includes(name));
  if (chosen.length === 0) {
    console.error(`There are: ${[...scenarios, ...long].map(({ name }) => name).join(", ")}`);
    process.exit(2);
  }
  console.log(
    [
      "figure".padEnd(52),
      "maestro".padStart(12),
      "beside it".padStart(12),
      "ratio".padStart(9),
      "  goal",
    ].join(" "),
  );
  for (const scenario of chosen) {
    for (const figure of await scenario.run()) console.log(row(figure));
  }
}

const [first, ...others] = process.argv.slice(2).filter((word) => !word.startsWith("-"));
if (first === PEER_SERVER) await servePeer(others[0] ?? "");
else {
  await runScenarios(first === undefined ? [] : [first, ...others]);
  process.exit(0);
}
