import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startFollowed } from "../support/agent-session.ts";
import { daemonWithAgents } from "../support/agents-daemon.ts";
import type { FakeAgents } from "../support/fake-agents/install-fake-agents.ts";
import { askTmux } from "../support/session-tmux.ts";
import { eventually, type TestDaemon } from "../support/test-daemon.ts";

// Each test waits for facts only; a machine with other work may take its time.
vi.setConfig({ testTimeout: 300_000 });

let daemon: TestDaemon;
let agents: FakeAgents;
beforeAll(async () => {
  ({ daemon, agents } = await daemonWithAgents({
    config: ['autoname = "claude"'],
    env: { FAKE_ANSWER: "Flaky test hunt" },
  }));
});
afterAll(() => daemon.destroy());

/** What a turn with a question in it is shown as. */
const TURN = ["active", "awaiting_input", "active", "awaiting_input"] as const;

describe("every agent is shown to work, to ask, to go on, to be done and to be interrupted", () => {
  test.concurrent.each([
    ["codex", "y"],
    ["gemini", ""],
    ["opencode", ""],
  ])("%s", async (agent, yes) => {
    const { id, log, send, press, untilItWorks } = await startFollowed(daemon, [agent]);
    await eventually(() => expect(["idle", "awaiting_input"]).toContain(log.activities.at(-1)));
    log.mark();
    const [before] = log.activities;
    await send("ask git push; work; say done");
    await daemon.untilScreen(id, "git push");
    await log.until("awaiting_input");
    await (yes === "" ? send("") : press(yes));
    await untilItWorks();
    await log.until("active");
    await send("finish");
    await eventually(() => expect(log.activities).toEqual([before, ...TURN]));
    log.mark();
    await send("work");
    await untilItWorks();
    await log.until("active");
    await press("\u001B");
    await eventually(() => expect(["idle", "awaiting_input"]).toContain(log.activities.at(-1)));
    expect(log.activities.slice(0, 2)).toEqual(["awaiting_input", "active"]);
  });
});

test.concurrent("a sub-agent's stop does not end its parent's turn", async () => {
  const { log, send, id } = await startFollowed(daemon, ["claude"]);
  await log.until("idle");
  log.mark();
  await send("sub; sub; work");
  await daemon.untilScreen(id, /a sub-agent is done[\s\S]*a sub-agent is done/);
  await log.until("active");
  await send("finish");
  await log.until("awaiting_input");
  expect(log.activities).toEqual(["idle", "active", "awaiting_input"]);
});

test.concurrent("a naming run names, reports nothing and does not take the conversation over", async () => {
  const { id, log, send, now } = await startFollowed(daemon, ["claude"]);
  await log.until("idle");
  const { agent_session_id: conversation } = await now();
  await send("please hunt the flaky test");
  const { metadata } = await daemon.until(id, (one) => one.metadata["name_source"] === "auto");
  expect(metadata["name"]).toBe("Flaky test hunt");
  expect((await now()).agent_session_id).toBe(conversation);
  const naming = (await agents.runs()).filter(({ args }) => args.includes("-p"));
  expect(naming.length).toBeGreaterThan(0);
  expect(naming.flatMap(({ maestro }) => maestro)).not.toContain("MAESTRO_TICKET");
  expect(naming.flatMap(({ maestro }) => maestro)).not.toContain("MAESTRO_SESSION_ID");
});

test.concurrent("a report lapses, and its detail with it", async () => {
  // Instead of five minutes.
  const ttlMinutes = 0.05;
  const config = [`report_ttl_minutes = ${ttlMinutes}`];
  const { daemon: other } = await daemonWithAgents({ config });
  try {
    const { id, log } = await startFollowed(other, ["sleep", "900"]);
    await log.until("idle");
    log.mark();
    const report = (state: "error" | "active", detail: string) =>
      other.api.report({ params: { id }, body: { state, detail } });
    await report("active", "first");
    await report("error", "no network");
    await eventually(() => expect(log.activities).toEqual(["idle", "active", "error", "idle"]));
    const [, , failed, lapsed] = log.shown;
    expect(failed?.detail).toBe("no network");
    expect(lapsed?.detail).toBeNull();
    const stood = (lapsed?.at ?? 0) - (failed?.at ?? 0);
    expect(stood).toBeGreaterThanOrEqual(ttlMinutes * 60_000);
  } finally {
    await other.destroy();
  }
});

test("D07 an error that was reported to an earlier daemon is none of today's", async () => {
  const { id, log } = await startFollowed(daemon, ["sleep", "900"]);
  const body = { state: "error", detail: "no network" } as const;
  await daemon.api.report({ params: { id }, body });
  expect((await log.until("error")).detail).toBe("no network");
  await daemon.crash();
  await daemon.up();
  await daemon.recovered();
  const session = await daemon.until(id, ({ activity }) => activity !== "active");
  expect(session).toMatchObject({ activity: "idle", activity_detail: null });
  log.close();
});

test("an agent is neither held up nor disturbed by a daemon that is stopped, nor by none", async () => {
  const request = { env: { FAKE_HOOK_LIFETIME_MS: "" } };
  const { id, send, untilItWorks } = await startFollowed(daemon, ["claude"], request);
  await daemon.untilScreen(id, "? for shortcuts");
  await send("work; tool; say went on while nobody listened");
  await untilItWorks();
  const finish = () => askTmux(daemon, id, "send-keys", "-t", "%0", "finish", "Enter");
  // The agent's screen as tmux has it, while the daemon answers nobody.
  const untilDrawn = (text: string) =>
    eventually(async () => {
      const screen = await askTmux(daemon, id, "capture-pane", "-p", "-t", "%0");
      expect(screen).toContain(text);
      expect(screen).not.toMatch(/hook (?:error|said)/);
    });
  process.kill(daemon.pid, "SIGSTOP");
  await finish();
  await untilDrawn("⏺ went on while nobody listened");
  process.kill(daemon.pid, "SIGCONT");
  await daemon.until(id, ({ activity }) => activity === "awaiting_input");
  await send("work; say and without a daemon");
  await untilItWorks();
  await daemon.crash();
  await finish();
  await untilDrawn("⏺ and without a daemon");
  await daemon.up();
  await daemon.recovered();
  await daemon.until(id, ({ activity }) => activity === "awaiting_input");
});
