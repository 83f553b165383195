import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startFollowed } from "../support/agent-session.ts";
import { daemonWithAgents } from "../support/agents-daemon.ts";
import { AttachedClient } from "../support/attached-client.ts";
import { askTmux } from "../support/session-tmux.ts";
import { eventually, type TestDaemon } from "../support/test-daemon.ts";

// Each wait is for a fact; a machine with other work may take its time.
vi.setConfig({ testTimeout: 300_000 });

const HOOK = fileURLToPath(new URL("../../../../dist/maestro-hook.mjs", import.meta.url));
const SHELL = ["bash", "--norc", "-i"];

let daemon: TestDaemon;
beforeAll(async () => {
  ({ daemon } = await daemonWithAgents());
});
afterAll(() => daemon.destroy());

const start = (command: readonly string[]) => startFollowed(daemon, command);
const sh = (script: string) => start(["sh", "-c", script]);
const reads = (state: string) =>
  `printf '{"state":"${state}"}' | MAESTRO_HOOK_LIFETIME_MS=60000 '${process.execPath}' '${HOOK}' generic`;

/** Waits until the process itself is what decides, for this reason. */
const untilWhy = (id: string, evidence: RegExp) =>
  eventually(async () => {
    const why = await daemon.api.getWhy({ params: { id } });
    expect(why.decided_by.evidence).toMatch(evidence);
  });
const untilForeground = (id: string, program: string) =>
  daemon.until(id, (session) => session.foreground === program);
const pidIn = async (name: string): Promise<number> =>
  eventually(async () => {
    const pid = Number(await readFile(join(daemon.home, name), "utf8"));
    expect(pid).toBeGreaterThan(1);
    return pid;
  });

describe("D03 a long silent computation is work", () => {
  const burn = "while :; do :; done";
  test.concurrent.each([
    ["itself", burn],
    ["in a child", `(${burn}) & wait`],
    ["in a child that left the session", `setsid sh -c '${burn}' & wait`],
  ])("%s", async (_, script) => {
    const { id, log } = await sh(script);
    // A machine that gives it no time at first has nothing to see.
    await untilWhy(id, /uses the CPU/);
    log.mark();
    // Several ticks, which only time brings.
    await daemon.until(id, ({ activity_since: at }) => Date.now() - Date.parse(at) > 6_000);
    expect(log.activities).toEqual(["active"]);
    await daemon.api.killSession({ params: { id }, query: {} });
  });

  test.concurrent("a wait for something else is none", async () => {
    const { id, log } = await sh("sleep 900; echo over");
    await log.until("idle");
    await untilWhy(id, /sleep|sh/);
    expect(log.activities).toEqual(["active", "idle"]);
  });
});

describe("D01 a spinner while the agent waits for permission", () => {
  const spinner = `printf 'Allow edit?\\n'; while :; do for c in '|' / - '\\'; do printf '\\r%s waiting' "$c"; sleep .1; done; done`;

  test.concurrent("without a hook it is taken for work, never for rest", async () => {
    const { id, log } = await sh(spinner);
    await daemon.until(id, ({ created_at: at }) => Date.now() - Date.parse(at) > 7_000);
    await untilWhy(id, /screen changes/);
    expect(log.activities).toEqual(["active"]);
  });

  test.concurrent("with a hook it waits until it says otherwise", async () => {
    const { id, log } = await sh(`${reads("awaiting_input")}; ${spinner}`);
    await log.until("awaiting_input");
    // Several ticks, in each of which the screen has changed.
    await eventually(async () => {
      const { decided_by: by, others } = await daemon.api.getWhy({ params: { id } });
      expect(by).toMatchObject({ source: "report", says: "awaiting_input" });
      expect(by.age_s).toBeGreaterThan(6);
      expect(others).toMatchObject([{ source: "process", says: "active" }]);
    });
    expect(log.activities).toEqual(["active", "awaiting_input"]);
  });
});

describe("D05 stopped jobs", () => {
  test.concurrent("a job that is stopped leaves a shell at rest", async () => {
    const { id, log, send, press } = await start(SHELL);
    await log.until("idle");
    await send("sleep 777");
    await untilForeground(id, "sleep");
    await log.until("idle");
    await press("\u001A");
    await untilForeground(id, "bash");
    await log.until("idle");
    expect(log.activities).not.toContain("awaiting_input");
  });

  test.concurrent("a stopped job ends with its session", async () => {
    const { id, send, press } = await start(SHELL);
    await send("sh -c 'echo $$ >$HOME/job; exec sleep 777'");
    const pid = await pidIn("job");
    await untilForeground(id, "sleep");
    await press("\u001A");
    await untilForeground(id, "bash");
    await daemon.api.killSession({ params: { id }, query: {} });
    await eventually(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"));
  });

  test.concurrent("a session whose own process was stopped runs on: its terminal wakes it", async () => {
    const { id, log } = await start(["sleep", "778"]);
    await log.until("idle");
    const pid = Number(await askTmux(daemon, id, "display", "-p", "#{pane_pid}"));
    process.kill(pid, "SIGSTOP");
    await eventually(async () =>
      expect(await readFile(`/proc/${pid}/stat`, "utf8")).not.toMatch(/\) T /),
    );
    expect(await daemon.api.getSession({ params: { id } })).toMatchObject({
      status: "running",
      activity: "idle",
    });
    await daemon.api.killSession({ params: { id }, query: {} });
  });

  test.concurrent("a stopped agent does not work, nor wait", async () => {
    const { id, log, send } = await start(SHELL);
    await send("claude & echo $! >$HOME/agent; fg");
    await untilForeground(id, "claude");
    await send("work");
    await log.until("active");
    process.kill(await pidIn("agent"), "SIGSTOP");
    await untilForeground(id, "bash");
    await log.until("idle");
    expect(log.activities.at(-1)).toBe("idle");
  });
});

describe("D07 a report goes with who made it", () => {
  test.concurrent.each(["error", "active"])("%s, and its program is killed", async (state) => {
    const { log, send, id } = await start(SHELL);
    await send(
      `sh -c 'echo $$ >$HOME/${state}; ${reads(state).replaceAll("'", `'"'"'`)}; exec sleep 790'`,
    );
    await eventually(async () => {
      const { decided_by: by } = await daemon.api.getWhy({ params: { id } });
      expect(by).toMatchObject({ source: "report", says: state });
    });
    process.kill(await pidIn(state), "SIGKILL");
    await log.until("idle");
    // Another program that says nothing is judged by what it does.
    await send("sleep 791");
    await untilForeground(id, "sleep");
    await log.until("idle");
    expect(log.activities.slice(log.activities.indexOf("idle"))).not.toContain("error");
  });

  test.concurrent("an error ends when its program goes on printing", async () => {
    const { log } = await sh(`${reads("error")}; sleep 3; while sleep .2; do echo more; done`);
    await eventually(() => expect(log.activities).toEqual(["active", "error", "active"]));
  });
});

test.concurrent("D09 what viewers do is not the program's work", async () => {
  const { id, log, now } = await start(SHELL);
  await log.until("idle");
  log.mark();
  const { last_activity_at: before } = await now();
  const viewers = await Promise.all(
    Array.from({ length: 5 }, (_, at) =>
      AttachedClient.open(daemon, id, { cols: 90 + at, rows: 30 + at }),
    ),
  );
  for (const [at, viewer] of viewers.entries()) {
    viewer.stream.resize(100 - at, 40 - at);
    viewer.type(`draft${at} `);
    viewer.stream.focus(at % 2 === 0);
    await viewer.untilScreen(`draft${at}`);
  }
  viewers[0]?.type("\u001B[200~pasted\rin two lines\u001B[201~");
  await viewers[0]?.untilScreen("in two lines");
  await untilWhy(id, /bash is at its prompt/);
  expect(log.activities).toEqual(["idle"]);
  expect((await now()).last_activity_at).toBe(before);
  await Promise.all(viewers.map((viewer) => viewer.close()));
});

describe("what is no agent that waits", () => {
  test.concurrent.each([
    [
      "a cursor that blinks",
      "while sleep .3; do printf '\\033[?25l'; sleep .3; printf '\\033[?25h'; done",
    ],
    [
      "a title that turns",
      "while sleep .2; do printf '\\033]0;%s\\007' $RANDOM$i; i=$((i+1)); done",
    ],
    ["a clock that shows the same", "while sleep .2; do printf '\\r12:00'; done"],
  ])("%s", async (_, script) => {
    const { log } = await sh(script);
    await log.until("idle");
    expect(log.activities).toEqual(["active", "idle"]);
  });

  test.concurrent("shells in shells, and programs that hide what runs behind them", async () => {
    const bin = join(daemon.home, "bin");
    await mkdir(bin, { recursive: true });
    await copyFile("/bin/cat", join(bin, "ssh"));
    await writeFile(join(bin, "wrapper"), "#!/bin/sh\nsh -c 'sleep 900; :'\n", { mode: 0o755 });
    const { id, log, send } = await start(SHELL);
    await send("bash --norc");
    await send("sh");
    await untilForeground(id, "sh");
    await log.until("idle");
    await send("$HOME/bin/ssh");
    await untilForeground(id, "ssh");
    await log.until("idle");
    await untilWhy(id, /ssh hides what runs behind it/);
    const wrapped = await start([join(bin, "wrapper")]);
    await wrapped.log.until("idle");
    expect([...log.activities, ...wrapped.log.activities]).not.toContain("awaiting_input");
  });
});
