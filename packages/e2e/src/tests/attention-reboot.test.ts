import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { daemonWithAgents } from "../support/agents-daemon.ts";
import { CLI } from "../support/cli-home.ts";
import { endEverythingBelow } from "../support/end-everything.ts";
import { EventLog } from "../support/event-log.ts";
import type { FakeAgents } from "../support/fake-agents/install-fake-agents.ts";
import type { TestDaemon } from "../support/test-daemon.ts";

// Each wait is for a fact; a machine with other work may take its time.
vi.setConfig({ testTimeout: 300_000 });

const exec = promisify(execFile);

let daemon: TestDaemon;
let agents: FakeAgents;
beforeAll(async () => {
  ({ daemon, agents } = await daemonWithAgents());
  daemon.env["MAESTRO_BOOT_ID_FILE"] = join(daemon.home, "boot");
});
afterAll(() => daemon.destroy());

interface Row {
  readonly id: string;
  readonly resumed: "conversation" | "command" | null;
}

test("after a reboot eight sessions of four agents are dormant, and each goes on with its conversation", async () => {
  const bootFile = join(daemon.home, "boot");
  await writeFile(bootFile, "first\n");
  await daemon.down();
  await daemon.up();

  const names = ["claude", "codex", "gemini", "opencode"];
  const created = await Promise.all(
    [...names, ...names].map((agent, at) =>
      daemon.create({
        command: at < 4 ? [agent] : `env LEVEL=${at} ${agent}`,
        prompt: `say this was number ${at}`,
      }),
    ),
  );
  const stranger = await daemon.create({ command: ["sleep", "900"] });
  for (const { id } of created) {
    await daemon.until(
      id,
      ({ activity, agent_session_id: conversation }) =>
        activity === "awaiting_input" && conversation !== null,
    );
  }
  const before = new Map((await daemon.api.listSessions()).map((one) => [one.id, one]));

  await endEverythingBelow(daemon.home);
  await daemon.crash();
  await writeFile(bootFile, "second\n");
  await daemon.up();
  await daemon.recovered();
  const dormant = await daemon.api.listSessions();
  expect(dormant).toHaveLength(9);
  for (const session of dormant) {
    expect(session).toMatchObject({
      status: "dormant",
      activity: "idle",
      activity_detail: null,
      foreground: null,
      agent_session_id: before.get(session.id)?.agent_session_id ?? null,
    });
  }

  const earlier = (await agents.runs()).length;
  const events = await EventLog.open(daemon);
  const { stdout, stderr } = await exec(process.execPath, [CLI, "resume", "--all", "--json"], {
    env: daemon.env,
  });
  const rows = JSON.parse(stdout) as Row[];
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(dormant.map(({ id }) => id)));
  expect(rows.find(({ id }) => id === stranger.id)?.resumed).toBe("command");
  expect(stderr).toMatch(/: its command runs again$/m);
  expect(stderr.match(/goes on with its conversation/g)).toHaveLength(8);
  for (const [at, { id }] of created.entries()) {
    await daemon.untilScreen(id, `number ${at}`);
    const { agent_session_id: conversation } = await daemon.until(
      id,
      ({ status }) => status === "running",
    );
    expect(conversation).toBe(before.get(id)?.agent_session_id);
  }
  const runs = (await agents.runs()).slice(earlier);
  expect(runs).toHaveLength(8);
  for (const { id } of created) {
    const conversation = before.get(id)?.agent_session_id ?? "none";
    expect(runs.filter(({ args }) => args.includes(conversation))).toHaveLength(1);
  }
  expect(events.frames.filter(({ type }) => type === "session_removed")).toEqual([]);
  events.close();
});
