import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Happening, Scene } from "./happening.ts";
import { optionOf } from "./options.ts";
import type { Persona } from "./persona.ts";
import { readJson } from "./read-json.ts";
import { type HookSettings, runHooks } from "./run-hook.ts";

/** Behaves as the Gemini CLI does in a terminal. */
export const gemini: Persona = {
  name: "gemini",
  newConversation: randomUUID,

  parse(args) {
    const resumed = optionOf(args, "--resume", "-r");
    return {
      headless: optionOf(args, "-p", "--prompt") !== null,
      answerFile: null,
      conversation: resumed ?? optionOf(args, "--session-id") ?? randomUUID(),
      resumed: resumed !== null,
      prompt: optionOf(args, "-i", "--prompt-interactive"),
    };
  },

  async connect() {
    const { env } = process;
    const override = await readJson<{ hooksConfig?: { enabled?: boolean } }>(
      env["GEMINI_CLI_SYSTEM_SETTINGS_PATH"] ?? "",
    );
    if (override.hooksConfig?.enabled === false) return async () => [];
    const settings = await Promise.all([
      readJson<HookSettings>(env["GEMINI_CLI_SYSTEM_DEFAULTS_PATH"] ?? ""),
      readJson<HookSettings>(join(env["HOME"] ?? "/", ".gemini/settings.json")),
    ]);
    return async (happening, scene) => {
      const payload = payloadOf(happening, scene);
      if (payload === null) return [];
      const results = await runHooks(settings, payload);
      return results
        .filter(({ code, stdout }) => code !== 0 || !isJson(stdout))
        .map(({ code, stdout }) => `${payload.hook_event_name} hook error: ${code} ${stdout}`);
    };
  },

  looks: {
    titleAtRest: (topic) => `◇  Ready (${topic})`,
    titleAtWork: (topic) => `✦  Working… (${topic})`,
    titleWaiting: (topic) => `✋  Action Required (${topic})`,
    statusLine: (tick) => `⠏ Thinking… (esc to cancel, ${Math.floor(tick / 10)}s)`,
    dialog: (question) => [
      `Allow execution of: '${question}'?`,
      "● 1. Yes, allow once",
      "  2. No, suggest changes (esc)",
    ],
    interrupted: "ℹ Request cancelled.",
    reply: (words) => `✦ ${words}`,
    composer: "> ",
    footer: "~/shop   no sandbox   flash",
    noConversation: (id) => `Error resuming session: Invalid session identifier "${id}".`,
  },
};

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

type Payload = { hook_event_name: string; tool_name?: unknown } & Record<string, unknown>;

function payloadOf(happening: Happening, { conversation, prompts }: Scene): Payload | null {
  const one = (hook_event_name: string, more: object = {}): Payload => ({
    session_id: conversation,
    transcript_path: `/home/me/.gemini/tmp/x/${conversation}.json`,
    cwd: process.cwd(),
    timestamp: new Date().toISOString(),
    hook_event_name,
    ...more,
  });
  switch (happening.kind) {
    case "started":
      return happening.source === "compact"
        ? null
        : one("SessionStart", { source: happening.source });
    case "prompted":
      return one("BeforeAgent", { prompt: happening.text });
    case "asked":
      return one("Notification", {
        notification_type: "ToolPermission",
        message: `Tool ${happening.tool} requires execution`,
        details: happening.input,
      });
    case "tool-done":
      return happening.subagent === null ? one("AfterTool", { tool_name: happening.tool }) : null;
    case "turn-done":
      return one("AfterAgent", { prompt: prompts.at(-1) ?? "", prompt_response: happening.words });
    case "ended":
      return one("SessionEnd", { reason: happening.reason });
    case "answered":
    case "turn-failed":
    case "interrupted":
    case "subagent-started":
    case "subagent-done":
    case "notified":
      return null;
  }
  return happening satisfies never;
}
