import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EventLog } from "../support/event-log.ts";
import { eventually, TestDaemon } from "../support/test-daemon.ts";

/** Ten ticks. */
const WATCHED_MS = 20_000;

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await TestDaemon.start();
});
afterAll(() => daemon.destroy());

/** The CPU time of a process so far, in milliseconds. */
async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

test("a hundred sessions at rest say nothing", async () => {
  for (let batch = 0; batch < 10; batch++) {
    await Promise.all(
      Array.from({ length: 10 }, () => daemon.create({ command: ["sleep", "100000"] })),
    );
  }
  await eventually(async () => {
    const sessions = await daemon.api.listSessions();
    const atRest = sessions.filter(
      ({ activity, foreground }) => activity === "idle" && foreground === "sleep",
    );
    expect(atRest).toHaveLength(100);
  }, 300_000);
  const events = await EventLog.open(daemon);
  const before = await cpuMs(daemon.pid);
  // Silence is what is watched for, and only time shows it.
  await new Promise((resolve) => setTimeout(resolve, WATCHED_MS));
  const used = (await cpuMs(daemon.pid)) - before;
  expect(events.frames.map(({ type }) => type)).toEqual(["sessions_snapshot"]);
  console.info(`100 sessions at rest: ${((used / WATCHED_MS) * 100).toFixed(2)} % of a core`);
  events.close();
}, 600_000);
