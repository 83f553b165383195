import { afterAll, beforeAll, expect, test } from "vitest";
import { ActivityLog } from "../support/activity-log.ts";
import { daemonWithAgents } from "../support/agents-daemon.ts";
import type { FakeAgents } from "../support/fake-agents/install-fake-agents.ts";
import type { TestDaemon } from "../support/test-daemon.ts";

let daemon: TestDaemon;
let agents: FakeAgents;
beforeAll(async () => {
  ({ daemon, agents } = await daemonWithAgents());
});
afterAll(() => daemon.destroy());

/** How soon a person has to be shown what happened. */
const SOON_MS = 2_500;

async function start(command: readonly string[]) {
  const { id } = await daemon.create({ command: [...command] });
  const log = await ActivityLog.open(daemon, id);
  const send = (text: string) =>
    daemon.api.sendInput({ params: { id }, body: { text, submit: true } });
  const press = (text: string) =>
    daemon.api.sendInput({ params: { id }, body: { text, submit: false } });
  return { id, log, send, press };
}

test("claude: works, asks, is answered, finishes, is interrupted, fails and crashes", async () => {
  const { id, log, send, press } = await start(["claude"]);
  await log.until("idle");
  log.mark();

  await send("ask git push; work; say done");
  expect((await log.until("awaiting_input", SOON_MS)).detail).toContain("git push");
  expect(log.activities).toEqual(["idle", "active", "awaiting_input"]);
  log.mark();

  await press("1");
  await log.until("active", SOON_MS);
  await send("finish");
  expect((await log.until("awaiting_input", SOON_MS)).detail).toBe("done");
  expect(log.activities).toEqual(["awaiting_input", "active", "awaiting_input"]);
  log.mark();

  await send("work");
  await log.until("active", SOON_MS);
  await press("\u001B");
  await log.until("idle", SOON_MS);
  expect(log.activities).toEqual(["awaiting_input", "active", "idle"]);
  log.mark();

  await send("fail overloaded");
  expect((await log.until("error", SOON_MS)).detail).toBe("overloaded");
  log.mark();
  await send("crash kill");
  await log.until("ended", SOON_MS);
  expect(log.activities).toEqual(["error", "active", "ended"]);
  const session = await daemon.api.getSession({ params: { id } });
  expect(session).toMatchObject({ status: "dead", agent: "claude" });
  expect((await agents.runs()).at(-1)?.args).toContain(session.agent_session_id);
  log.close();
});
