import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startFollowed } from "../support/agent-session.ts";
import { daemonWithAgents } from "../support/agents-daemon.ts";
import type { FakeAgents } from "../support/fake-agents/install-fake-agents.ts";
import type { TestDaemon } from "../support/test-daemon.ts";

let daemon: TestDaemon;
let agents: FakeAgents;
beforeAll(async () => {
  ({ daemon, agents } = await daemonWithAgents());
});
afterAll(() => daemon.destroy());

// Each wait is for a fact; a machine with other work may take its time.
vi.setConfig({ testTimeout: 300_000 });

test("claude: works, asks, is answered, finishes, is interrupted, fails and crashes", async () => {
  const { id, log, send, press, untilItWorks } = await startFollowed(daemon, ["claude"]);
  await log.until("idle");
  log.mark();

  await send("ask git push; work; say done");
  expect((await log.until("awaiting_input")).detail).toContain("git push");
  expect(log.activities).toEqual(["idle", "active", "awaiting_input"]);
  log.mark();

  await press("1");
  await untilItWorks();
  await log.until("active");
  await send("finish");
  expect((await log.until("awaiting_input")).detail).toBe("done");
  expect(log.activities).toEqual(["awaiting_input", "active", "awaiting_input"]);
  log.mark();

  await send("work");
  await untilItWorks();
  await log.until("active");
  await press("\u001B");
  await log.until("idle");
  expect(log.activities).toEqual(["awaiting_input", "active", "idle"]);
  log.mark();

  await send("fail overloaded");
  expect((await log.until("error")).detail).toBe("overloaded");
  log.mark();
  await send("crash kill");
  await log.until("ended");
  expect(log.activities).toEqual(["error", "active", "ended"]);
  const session = await daemon.api.getSession({ params: { id } });
  expect(session).toMatchObject({ status: "dead", agent: "claude" });
  expect((await agents.runs()).at(-1)?.args).toContain(session.agent_session_id);
  log.close();
});
