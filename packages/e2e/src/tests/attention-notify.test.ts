import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { ActivityLog } from "../support/activity-log.ts";
import { daemonWithAgents } from "../support/agents-daemon.ts";
import { AttachedClient } from "../support/attached-client.ts";
import { eventually, type TestDaemon } from "../support/test-daemon.ts";

// Each wait is for a fact; a machine with other work may take its time.
vi.setConfig({ testTimeout: 300_000 });

let daemon: TestDaemon;
beforeAll(async () => {
  const line = `printf '%s|%s|%s\\n' "$MAESTRO_EVENT" "$MAESTRO_SESSION_NAME" "$MAESTRO_DETAIL" >>"$HOME/told"; test "$MAESTRO_EVENT" != error || sleep 60`;
  const config = [`notify = '''${line}'''`];
  ({ daemon } = await daemonWithAgents({ config }));
});
afterAll(() => daemon.destroy());

const told = async (): Promise<readonly string[]> => {
  const text = await readFile(join(daemon.home, "told"), "utf8").catch(() => "");
  return text.split("\n").filter(Boolean);
};
const untilTold = (lines: readonly string[]) =>
  eventually(async () => expect(await told()).toEqual(lines));
const say = (id: string, text: string) =>
  daemon.api.sendInput({ params: { id }, body: { text, submit: true } });

test("a command is run once for each transition, for none in focus and none at the start", async () => {
  const ask = await daemon.create({ command: ["claude"], name: "ask" });
  const log = await ActivityLog.open(daemon, ask.id);
  await log.until("idle");
  await say(ask.id, "ask git push; say pushed");
  const lines = ["awaiting_input|ask|Bash: git push"];
  await untilTold(lines);
  // One that hangs holds up no other.
  await say(ask.id, "");
  await untilTold([...lines, "awaiting_input|ask|pushed"]);
  await say(ask.id, "fail overloaded");
  await untilTold([...lines, "awaiting_input|ask|pushed", "error|ask|overloaded"]);

  const seen = await AttachedClient.open(daemon, ask.id);
  seen.stream.focus(true);
  await say(ask.id, "say nobody needs to be told");
  await log.until("idle");
  const failed = await daemon.create({ command: ["sh", "-c", "exit 7"], name: "seven" });
  await daemon.until(failed.id, ({ status }) => status === "dead");
  const fine = await daemon.create({ command: ["sh", "-c", "exit 0"], name: "fine" });
  await daemon.until(fine.id, ({ status }) => status === "dead");
  const all = [
    ...lines,
    "awaiting_input|ask|pushed",
    "error|ask|overloaded",
    "failed|seven|exit code 7",
  ];
  await untilTold(all);
  await seen.close();

  const other = await daemon.create({ command: ["claude"], name: "other" });
  await say(other.id, "ask ls");
  await untilTold([...all, "awaiting_input|other|Bash: ls"]);
  await daemon.crash();
  await daemon.up();
  await daemon.recovered();
  await daemon.until(other.id, ({ activity }) => activity === "awaiting_input");
  const late = await daemon.create({ command: ["sh", "-c", "kill -9 $$"], name: "late" });
  await untilTold([...all, "awaiting_input|other|Bash: ls", "failed|late|ended by SIGKILL"]);
  expect(late.id).not.toBe(other.id);
});
