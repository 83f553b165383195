import { expect, test } from "vitest";
import { knownAgents } from "./known-agents.ts";
import { testApp } from "./support/test-app.ts";

/** What is said of the agents where these programs and files exist. */
async function said(existing: Readonly<Record<string, string>>, env: Record<string, string> = {}) {
  const { context } = testApp();
  const agents = await knownAgents({
    ...context,
    commands: { ...context.commands, baseEnv: { PATH: "/bin", HOME: "/home/me", ...env } },
    programs: {
      find: async (name, path) => (`${path}/${name}` in existing ? `${path}/${name}` : null),
      readText: async (path) => existing[path] ?? null,
    },
  });
  return Object.fromEntries(agents.map((agent) => [agent.id, agent]));
}

const OURS = `[ -z "$MAESTRO_SESSION_ID" ] || '/usr/bin/node' '/opt/maestro-hook.mjs' codex || :`;
const JSON_FILE = JSON.stringify({ hooks: { Stop: [{ hooks: [{ command: OURS }] }] } });
const TOML_FILE = `[[hooks.Stop]]\ncommand = ${JSON.stringify(OURS)}\n`;

test("an agent is installed where its program is found", async () => {
  const { claude, gemini } = await said({ "/bin/claude": "" });
  expect(claude).toMatchObject({ installedAt: "/bin/claude", hooks: "per-session" });
  expect(gemini).toMatchObject({ installedAt: null, hooks: "per-session" });
});

test.each<[string, Record<string, string>, Record<string, string>]>([
  ["missing", {}, {}],
  ["missing", { "/home/me/.codex/hooks.json": '{"hooks":{"Stop":[]}}' }, {}],
  ["missing", { "/home/me/.codex/config.toml": 'notify = ["maestro-hook.mjs", "codex"]' }, {}],
  ["missing", { "/home/me/.codex/hooks.json": JSON_FILE }, { CODEX_HOME: "/elsewhere" }],
  ["installed", { "/home/me/.codex/hooks.json": JSON_FILE }, {}],
  ["installed", { "/home/me/.codex/config.toml": TOML_FILE }, {}],
  ["installed", { "/elsewhere/hooks.json": JSON_FILE }, { CODEX_HOME: "/elsewhere" }],
])("the hooks that Codex reads from a file are %s with %j", async (hooks, files, env) => {
  expect((await said(files, env))["codex"]).toMatchObject({ hooks });
});
