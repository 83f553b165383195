import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startFollowed } from "../support/agent-session.ts";
import { daemonWithAgents } from "../support/agents-daemon.ts";
import { Conversations } from "../support/fake-agents/conversations.ts";
import { eventually, type TestDaemon } from "../support/test-daemon.ts";

// Each wait is for a fact; a machine with other work may take its time.
vi.setConfig({ testTimeout: 600_000 });

let daemon: TestDaemon;
beforeAll(async () => {
  ({ daemon } = await daemonWithAgents());
});
afterAll(() => daemon.destroy());

/** Every prompt that a fake agent took, in order, over all its conversations of this home. */
async function taken(agent: string, id: string): Promise<readonly string[]> {
  const { agent_session_id: conversation } = await daemon.api.getSession({ params: { id } });
  const prompts = await new Conversations(daemon.home, agent).prompts(conversation ?? "none");
  return prompts ?? [];
}

async function send(id: string, text: string): Promise<void> {
  const body = { text, submit: true, request_id: crypto.randomUUID() };
  await daemon.api.sendInput({ params: { id }, body });
}

test("B04 200 texts in a row to an agent that reads late and in one piece arrive once each, submitted", async () => {
  const env = { FAKE_READS_LATE_MS: "30" };
  const { id } = await daemon.create({ command: ["opencode"], env });
  const texts = Array.from({ length: 200 }, (_, at) => (at % 20 === 7 ? `p${at}\nb` : `p${at}`));
  for (const text of texts) await send(id, text);
  await eventually(async () => expect(await taken("opencode", id)).toEqual(texts));
});

test("an agent without hooks gets each text once as well, seen by its screen alone", async () => {
  const env = { FAKE_READS_LATE_MS: "60" };
  const { id } = await daemon.create({ command: ["codex"], env });
  const texts = Array.from({ length: 12 }, (_, at) => `text number ${at} of those that are sent`);
  for (const text of texts) await send(id, text);
  await eventually(async () => expect(await taken("codex", id)).toEqual(texts));
});

test.concurrent.each(["claude", "codex", "gemini", "opencode"])(
  "a question that comes of a text is not answered by what submits it: %s, which acts late",
  async (agent) => {
    const request = { env: { FAKE_ACTS_LATE_MS: "1200" } };
    const { id, log, send: say, press } = await startFollowed(daemon, [agent], request);
    await say("ask git push; ask rm -rf x; say both");
    await daemon.untilScreen(id, "Bash git push");
    // Keys are taken in their order: had there been another Enter, this would deny the second one.
    await press(agent === "opencode" ? "\u001B" : "2");
    await daemon.untilScreen(id, /interrupted|Interrupted|cancelled/);
    expect(log.shown.map(({ detail }) => detail).join("\n")).not.toContain("rm -rf");
    expect(await daemon.untilScreen(id, "git push")).not.toContain("Bash rm -rf");
  },
);

test.concurrent("a prompt is refused while a question stands, and its key answers that one alone", async () => {
  const { id, log, send: say } = await startFollowed(daemon, ["claude"]);
  await say("ask git push; ask rm -rf x; say both");
  await log.until("awaiting_input");
  await daemon.untilScreen(id, "Bash git push");
  await expect(say("1 more thing: be careful")).rejects.toMatchObject({ code: "not_delivered" });
  await daemon.untilScreen(id, "Bash git push");
  await say("1");
  await daemon.untilScreen(id, "Bash rm -rf x");
  await say("1");
  await daemon.untilScreen(id, "⏺ both");
});
