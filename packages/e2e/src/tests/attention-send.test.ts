import { afterAll, beforeAll, expect, test } from "vitest";
import { daemonWithAgents } from "../support/agents-daemon.ts";
import { Conversations } from "../support/fake-agents/conversations.ts";
import { eventually, type TestDaemon } from "../support/test-daemon.ts";

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
  await eventually(async () => expect(await taken("opencode", id)).toEqual(texts), 60_000);
}, 180_000);

test("an agent without hooks gets each text once as well, seen by its screen alone", async () => {
  const env = { FAKE_READS_LATE_MS: "60" };
  const { id } = await daemon.create({ command: ["codex"], env });
  const texts = Array.from({ length: 12 }, (_, at) => `text number ${at} of those that are sent`);
  for (const text of texts) await send(id, text);
  await eventually(async () => expect(await taken("codex", id)).toEqual(texts), 60_000);
}, 120_000);
