import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startFollowed } from "../support/agent-session.ts";
import { daemonWithAgents } from "../support/agents-daemon.ts";
import type { FakeAgents } from "../support/fake-agents/install-fake-agents.ts";
import { askTmux } from "../support/session-tmux.ts";
import { eventually, type TestDaemon } from "../support/test-daemon.ts";

/** How soon a person has to be shown what happened. */
const SOON_MS = 2_500;

/** So long a report stands here, instead of five minutes. */
const TTL_MINUTES = 0.1;

let daemon: TestDaemon;
let agents: FakeAgents;
beforeAll(async () => {
  ({ daemon, agents } = await daemonWithAgents({
    config: ['autoname = "claude"', `report_ttl_minutes = ${TTL_MINUTES}`],
    env: { FAKE_ANSWER: "Flaky test hunt" },
  }));
});
afterAll(() => daemon.destroy());

describe("every agent is shown to work, to ask, to go on, to be done and to be interrupted", () => {
  test.concurrent.each([
    ["codex", "y"],
    ["gemini", ""],
    ["opencode", ""],
  ])("%s", async (agent, yes) => {
    const { log, send, press } = await startFollowed(daemon, [agent]);
    await eventually(() => expect(["idle", "awaiting_input"]).toContain(log.activities.at(-1)));
    log.mark();
    const [before] = log.activities;
    await send("ask git push; work; say done");
    await log.until("awaiting_input", SOON_MS);
    await (yes === "" ? send("") : press(yes));
    await log.until("active", SOON_MS);
    await send("finish");
    await log.until("awaiting_input", SOON_MS);
    expect(log.activities).toEqual(
      [before, "active", "awaiting_input", "active", "awaiting_input"].filter(
        (activity, at) => at > 0 || activity !== "active",
      ),
    );
    log.mark();
    await send("work");
    await log.until("active", SOON_MS);
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
  const { id } = await daemon.create({ command: ["sleep", "900"] });
  const report = (state: "error" | "active", detail: string) =>
    daemon.api.report({ params: { id }, body: { state, detail } });
  await report("active", "first");
  await report("error", "no network");
  const failed = await daemon.until(id, ({ activity }) => activity === "error");
  expect(failed.activity_detail).toBe("no network");
  const lapsed = await daemon.until(id, ({ activity }) => activity === "idle");
  expect(lapsed.activity_detail).toBeNull();
  const stood = Date.parse(lapsed.activity_since) - Date.parse(failed.activity_since);
  expect(stood).toBeGreaterThanOrEqual(TTL_MINUTES * 60_000);
});

test("an agent is neither held up nor disturbed by a daemon that is stopped, nor by none", async () => {
  const { id, send } = await startFollowed(daemon, ["claude"]);
  await daemon.untilScreen(id, "? for shortcuts");
  await send("work 1500; tool; say went on while nobody listened");
  await daemon.untilScreen(id, "esc to interrupt");
  // The agent's screen as tmux has it, while the daemon answers nobody.
  const untilDrawn = (text: string) =>
    eventually(async () => {
      const screen = await askTmux(daemon, id, "capture-pane", "-p", "-t", "%0");
      expect(screen).toContain(text);
      expect(screen).not.toMatch(/hook (?:error|said)/);
    });
  process.kill(daemon.pid, "SIGSTOP");
  await untilDrawn("⏺ went on while nobody listened");
  process.kill(daemon.pid, "SIGCONT");
  await daemon.until(id, ({ activity }) => activity === "awaiting_input");
  await send("work 2500; say and without a daemon");
  await daemon.crash();
  await untilDrawn("⏺ and without a daemon");
  await daemon.up();
  await daemon.recovered();
  await daemon.until(id, ({ activity }) => activity === "awaiting_input");
});
