import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Happening, Scene } from "./happening.ts";
import { operandsOf, optionOf, optionsOf } from "./options.ts";
import type { Persona } from "./persona.ts";
import { readJson } from "./read-json.ts";
import { type HookSettings, runHooks } from "./run-hook.ts";

const VALUED =
  "--settings --session-id --resume -r --model --plugin-dir --system-prompt --tools".split(" ");
const SPINNER = ["⠂", "⠐"];

/** Behaves as Claude Code does in a terminal. */
export const claude: Persona = {
  name: "claude",
  newConversation: randomUUID,

  parse(args) {
    const resumed = optionOf(args, "--resume", "-r");
    return {
      headless: args.includes("-p") || args.includes("--print"),
      answerFile: null,
      conversation: optionOf(args, "--session-id") ?? resumed ?? randomUUID(),
      resumed: resumed !== null,
      prompt: operandsOf(args, VALUED)[0]?.trim() ?? null,
    };
  },

  async connect(args) {
    if (args.includes("--safe-mode")) return async () => [];
    const settings = await settingsOf(args);
    return async (happening, scene) => {
      const problems: string[] = [];
      for (const payload of payloadsOf(happening, scene)) {
        for (const { code, stdout } of await runHooks(settings, payload)) {
          if (code !== 0) problems.push(`${payload.hook_event_name} hook error: ${code}`);
          if (stdout !== "") problems.push(`${payload.hook_event_name} hook said: ${stdout}`);
        }
      }
      return problems;
    };
  },

  looks: {
    titleAtRest: (topic) => `✳ ${topic}`,
    titleAtWork: (topic, tick) => `${SPINNER[tick % 2]} ${topic}`,
    titleWaiting: (topic, tick) =>
      process.env["FAKE_SPIN_WHILE_ASKING"] === "1"
        ? `${SPINNER[tick % 2]} ${topic}`
        : `✳ ${topic}`,
    statusLine: (tick) => `${["·", "✢", "✳", "✶", "✻", "✽"][tick % 6]} Baking… (esc to interrupt)`,
    dialog: (question) => [
      "╭──────────────────────────────────────────────╮",
      `│ ${question}`,
      "│ Do you want to proceed?",
      "│ ❯ 1. Yes",
      "│   2. No, and tell Claude what to do differently (esc)",
      "╰──────────────────────────────────────────────╯",
    ],
    interrupted: "  ⎿  Interrupted · What should Claude do instead?",
    reply: (words) => `⏺ ${words}`,
    composer: "> ",
    footer: "  ? for shortcuts",
    noConversation: (id) => `No conversation found with session ID: ${id}`,
  },
};

async function settingsOf(args: readonly string[]): Promise<readonly HookSettings[]> {
  const given = optionOf(args, "--settings");
  const home = process.env["HOME"] ?? "/";
  const paths = [
    join(home, ".claude/settings.json"),
    join(process.cwd(), ".claude/settings.json"),
    ...optionsOf(args, "--plugin-dir").map((directory) => join(directory, "hooks/hooks.json")),
    ...(given === null || given.startsWith("{") ? [] : [given]),
  ];
  const files = await Promise.all(paths.map((path) => readJson<HookSettings>(path)));
  return given?.startsWith("{") === true ? [...files, JSON.parse(given) as HookSettings] : files;
}

type Payload = { hook_event_name: string; tool_name?: unknown } & Record<string, unknown>;

function payloadsOf(happening: Happening, { conversation }: Scene): readonly Payload[] {
  const one = (hook_event_name: string, more: object = {}): readonly Payload[] => [
    {
      session_id: conversation,
      transcript_path: `/home/me/.claude/projects/x/${conversation}.jsonl`,
      cwd: process.cwd(),
      permission_mode: "default",
      hook_event_name,
      ...more,
    },
  ];
  switch (happening.kind) {
    case "started":
      return one("SessionStart", { source: happening.source });
    case "prompted":
      return one("UserPromptSubmit", { prompt: happening.text });
    case "asked": {
      const tool = { tool_name: happening.tool, tool_input: happening.input };
      return [...one("PreToolUse", tool), ...one("PermissionRequest", tool)];
    }
    case "tool-done":
      return one("PostToolUse", {
        tool_name: happening.tool,
        tool_response: {},
        ...(happening.subagent === null
          ? {}
          : { agent_id: happening.subagent, agent_type: "Explore" }),
      });
    case "turn-done":
      return one("Stop", {
        stop_hook_active: false,
        last_assistant_message: happening.words,
        background_tasks: Array.from({ length: happening.background }, (_, id) => ({ id })),
      });
    case "turn-failed":
      return one("StopFailure", { error: happening.error });
    case "subagent-started":
      return one("SubagentStart", { agent_id: happening.subagent, agent_type: "Explore" });
    case "subagent-done":
      return one("SubagentStop", { agent_id: happening.subagent, agent_type: "Explore" });
    case "notified":
      return one("Notification", { notification_type: happening.type, message: happening.message });
    case "ended":
      return one("SessionEnd", {
        reason: happening.reason === "exit" ? "prompt_input_exit" : happening.reason,
      });
    // Neither an answer nor an interrupt fires a hook.
    case "answered":
    case "interrupted":
      return [];
  }
  return happening satisfies never;
}
