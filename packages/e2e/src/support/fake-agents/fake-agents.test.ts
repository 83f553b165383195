import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { HookMeaning } from "../../../../daemon/src/domain/agents/agent.ts";
import {
  agentNamed,
  prepareLaunch,
  recognise,
  resumeCommand,
} from "../../../../daemon/src/domain/agents/agents.ts";
import { codexHooks } from "../../../../cli/src/hooks/codex-hooks.ts";
import { endEverythingBelow } from "../end-everything.ts";
import { eventually } from "../test-daemon.ts";
import { type FakeAgents, installFakeAgents, PATIENT_HOOKS } from "./install-fake-agents.ts";
import { HookListener } from "./hook-listener.ts";

const exec = promisify(execFile);
const ID = "5ab3a5f0-0000-4000-8000-000000000001";
const NEW_ID = "11111111-2222-4333-8444-555555555555";

// Each wait is for a fact; a machine with other work may take its time.
vi.setConfig({ testTimeout: 300_000 });

let home: string;
let fakes: FakeAgents;
let listener: HookListener;
let hookProgram: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "me2e-fakes-"));
  fakes = await installFakeAgents(home);
  listener = await HookListener.open();
  hookProgram = join(home, "maestro-hook.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("../../../../hook/src/main.ts", import.meta.url))],
    outfile: hookProgram,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
  });
});
afterEach(async () => {
  await tmux("kill-server").catch(() => {});
  await listener.close();
  await endEverythingBelow(home);
  await rm(home, { recursive: true, force: true });
});

const tmux = async (...args: string[]): Promise<string> =>
  (await exec("tmux", ["-S", join(home, "t.sock"), ...args], { timeout: 60_000 })).stdout;

/** Starts a command as the daemon does, in a terminal. */
async function start(command: readonly string[], prompt: string | null = null, more = {}) {
  const PATH = `${fakes.bin}:${process.env["PATH"]}`;
  const env = { HOME: home, PATH, LANG: "C.UTF-8", ...PATIENT_HOOKS, ...more };
  const recognised = recognise([...command]);
  if (recognised === null) throw new Error("no agent");
  const prepared = prepareLaunch(recognised, {
    hookCommand: [process.execPath, hookProgram],
    newConversationId: NEW_ID,
    prompt,
    runtimeDir: join(home, "run"),
    env,
    found: new Map(),
  });
  for (const { path, content } of prepared.files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  const all = {
    ...env,
    ...prepared.env,
    MAESTRO_URL: listener.url,
    MAESTRO_SESSION_ID: ID,
    MAESTRO_TICKET: "ticket",
  };
  const words = ["env", "-i", ...Object.entries(all).map(([key, value]) => `${key}=${value}`)];
  const size = ["-x", "90", "-y", "24"];
  const argv = prepared.command as readonly string[];
  await tmux("-f", "/dev/null", "new-session", "-d", ...size, "--", ...words, ...argv);
  return { agent: recognised.agent, conversation: prepared.conversationId };
}

const type = async (line: string): Promise<void> => {
  await tmux("send-keys", "-l", "--", line);
  await tmux("send-keys", "Enter");
};

/** What the terminal shows, as the agent's adapter reads it. */
async function evidence(agent: string): Promise<string | null> {
  const screen = await tmux("capture-pane", "-p");
  const title = (await tmux("display-message", "-p", "#{pane_title}")).trimEnd();
  const shown = { title, screenLines: screen.split("\n") };
  return agentNamed(agent)?.evidence(shown)?.state ?? null;
}
const untilEvidence = (agent: string, state: string | null) =>
  eventually(async () => expect(await evidence(agent)).toBe(state));
const untilScreen = (text: string) =>
  eventually(async () => expect(await tmux("capture-pane", "-p")).toContain(text));

/** What the adapter makes of everything that was posted, without what means nothing. */
function told(): string[] {
  return listener.heard
    .map(({ agent, payload }) => agentNamed(agent)?.report(payload))
    .filter((said) => said !== undefined && said.kind !== "nothing")
    .map((said) => inWords(said));
}
function inWords(said: Exclude<HookMeaning, { kind: "nothing" }>): string {
  return said.kind === "prompt" ? `${said.state} for ${said.text}` : said.state;
}
const untilTold = (words: readonly string[]) => eventually(() => expect(told()).toEqual(words));

describe("claude", () => {
  test("starts with a prompt, asks, goes on, and its turn ends", async () => {
    const { conversation } = await start(["claude"], "sub; ask npm test; work; tool");
    await untilEvidence("claude", "awaiting_input");
    await untilTold(["idle", "active for sub; ask npm test; work; tool", "awaiting_input"]);
    await tmux("send-keys", "Enter");
    // Nothing is told when a question is answered: the title shows it.
    await untilEvidence("claude", "active");
    await type("finish");
    await untilScreen("Did: sub");
    await eventually(() => expect(told().at(-1)).toBe("awaiting_input"));
    expect(new Set(listener.heard.map(({ payload }) => payload["session_id"]))).toEqual(
      new Set([conversation]),
    );
    expect(await tmux("capture-pane", "-p")).not.toContain("hook");
  });

  test("an interrupt fires no hook, and shows", async () => {
    await start(["claude"], "work");
    await untilEvidence("claude", "active");
    await tmux("send-keys", "Escape");
    await untilScreen("What should Claude do instead?");
    await untilEvidence("claude", "idle");
    expect(told().at(-1)).toBe("active for work");
  });

  test("a spinner that goes on while it asks is no work", async () => {
    await start(["claude"], "ask", { FAKE_SPIN_WHILE_ASKING: "1" });
    await untilScreen("Do you want to proceed?");
    expect(await evidence("claude")).toBe("awaiting_input");
  });

  test("is resumed with its conversation, and refuses one that there never was", async () => {
    await start(["claude"], "remember me");
    await untilScreen("Did: remember me");
    await type("exit");
    await eventually(() => expect(told().at(-1)).toBe("idle"));
    await eventually(async () => expect(await tmux("ls").catch(() => "gone")).toBe("gone"));
    await start(resumeCommand(["claude", "remember me"], NEW_ID) as string[]);
    await untilScreen("> remember me");
    expect((await fakes.runs()).at(-1)?.args).toContain("--resume");
    const resumed = { source: "resume", session_id: NEW_ID };
    await eventually(() => expect(listener.heard.at(-1)?.payload).toMatchObject(resumed));
    await expect(
      exec(join(fakes.bin, "claude"), ["--resume", ID], { env: { HOME: home } }),
    ).rejects.toThrow(
      expect.objectContaining({
        code: 1,
        stdout: expect.stringContaining("No conversation found"),
      }),
    );
  });

  test("hooks come as a plugin beside the person's own settings", async () => {
    await writeFile(join(home, "mine.json"), "{}");
    await start(["claude", "--settings", join(home, "mine.json")], "fail overloaded");
    await untilTold(["idle", "active for fail overloaded", "error"]);
    expect((await fakes.runs()).at(-1)?.args).toContain("--plugin-dir");
  });
});

test("codex tells by notify alone until its hooks are trusted", async () => {
  await start(["codex"], "ask ls; say all done");
  await untilEvidence("codex", "awaiting_input");
  expect(told()).toEqual([]);
  await tmux("send-keys", "y");
  await untilTold(["awaiting_input for ask ls; say all done"]);
  await type("work");
  await untilEvidence("codex", "active");
  await tmux("send-keys", "Escape");
  await untilEvidence("codex", "idle");
});

test("codex tells everything once the hooks that were installed for it are trusted", async () => {
  const places = { env: {}, home, node: process.execPath, hookProgram };
  const nothing = new Map(codexHooks.paths(places).map((path) => [path, null]));
  const plan = codexHooks.install(nothing, places);
  for (const { path, after } of plan.kind === "planned" ? plan.changes : []) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, after ?? "");
  }
  await start(["codex"], "sub; ask ls; tool; work", { FAKE_CODEX_TRUST: "1" });
  await untilEvidence("codex", "awaiting_input");
  await untilTold(["active for sub; ask ls; tool; work", "awaiting_input"]);
  await tmux("send-keys", "y");
  await untilTold(["active for sub; ask ls; tool; work", "awaiting_input", "active"]);
  await untilEvidence("codex", "active");
  await type("finish");
  await untilScreen("Did: sub");
  await eventually(() => expect(told().at(-1)).toMatch(/^awaiting_input/));
  expect(await tmux("capture-pane", "-p")).not.toContain("hook error");
});

test("gemini gets its hooks from the lowest layer of its settings, and JSON from them", async () => {
  await start(["gemini"], "ask ls; tool; work 10");
  await untilEvidence("gemini", "awaiting_input");
  await untilTold(["idle", "active for ask ls; tool; work 10", "awaiting_input"]);
  await tmux("send-keys", "Enter");
  await untilTold([
    "idle",
    "active for ask ls; tool; work 10",
    "awaiting_input",
    "active",
    "awaiting_input",
  ]);
  await untilEvidence("gemini", "idle");
  expect(await tmux("capture-pane", "-p")).not.toContain("hook error");
});

test("opencode tells by its plugin, in order, and of no sub-agent's end", async () => {
  await start(["opencode"], "sub; ask ls; work");
  await untilEvidence("opencode", "awaiting_input");
  await tmux("send-keys", "Enter");
  await untilEvidence("opencode", "active");
  await tmux("send-keys", "Escape");
  const words = [
    "idle",
    "active",
    "active for sub; ask ls; work",
    "awaiting_input",
    "active",
    "idle",
  ];
  await untilTold(words);
  const ids = listener.heard.map(({ payload }) => payload["root"]);
  expect(new Set(ids).size).toBe(1);
});

test.each(["claude", "codex", "gemini", "opencode"])(
  "a run of %s that finds a name tells nobody anything",
  async (name) => {
    // Even where the daemon's own environment names a session, as it does inside one.
    const directory = await mkdtemp(join(home, "naming-"));
    const run = agentNamed(name)?.naming("fix the login", directory);
    if (run === null || run === undefined) throw new Error("it cannot be asked");
    for (const { path, content } of run.files) await writeFile(path, content);
    const base: Record<string, string> = {
      HOME: home,
      PATH: `${fakes.bin}:${process.env["PATH"]}`,
      MAESTRO_URL: listener.url,
      MAESTRO_SESSION_ID: ID,
      MAESTRO_TICKET: "ticket",
      ...run.env,
    };
    for (const variable of run.unset) delete base[variable];
    const [program = "", ...args] = run.argv;
    const child = exec(program, args, { env: base, cwd: directory, timeout: 60_000 });
    child.child.stdin?.end(run.input);
    const { stdout } = await child;
    const files = await readdir(directory);
    expect(run.answer.kind === "stdout" ? stdout : files).toContain(
      run.answer.kind === "stdout" ? "A fake name" : "answer",
    );
    expect((await fakes.runs()).at(-1)).toMatchObject({ agent: name, maestro: [] });
    expect(listener.heard).toEqual([]);
  },
);

test("a crash tells nobody anything", async () => {
  await start(["claude"], "crash kill");
  await eventually(async () => expect(await tmux("ls").catch(() => "gone")).toBe("gone"));
  expect(told()).toEqual(["idle", "active for crash kill"]);
});
