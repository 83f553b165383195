import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Happening, Scene } from "./happening.ts";
import { operandsOf, optionOf, optionsOf } from "./options.ts";
import type { Persona } from "./persona.ts";
import { readJson } from "./read-json.ts";
import { type HookSettings, runHooks } from "./run-hook.ts";

const VALUED = "-c --config -m --model -C --cd -s --sandbox -o -p".split(" ");
const SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏".split("");

/** Behaves as the Codex CLI does in a terminal. Hooks in a file run only with `FAKE_CODEX_TRUST=1`. */
export const codex: Persona = {
  name: "codex",
  newConversation: randomUUID,

  parse(args) {
    const [verb, ...rest] = operandsOf(args, VALUED);
    const resumed = verb === "resume" ? (rest[0] ?? null) : null;
    return {
      headless: verb === "exec",
      answerFile: optionOf(args, "-o"),
      conversation: resumed ?? randomUUID(),
      resumed: resumed !== null,
      prompt: (verb === "resume" ? rest[1] : verb)?.trim() ?? null,
    };
  },

  async connect(args) {
    const notify = optionsOf(args, "-c", "--config")
      .filter((text) => text.startsWith("notify="))
      .map((text) => JSON.parse(text.slice("notify=".length)) as string[])
      .at(-1);
    const home = process.env["CODEX_HOME"] ?? join(process.env["HOME"] ?? "/", ".codex");
    const trusted = process.env["FAKE_CODEX_TRUST"] === "1";
    const settings = trusted ? [await readJson<HookSettings>(join(home, "hooks.json"))] : [];
    return async (happening, scene) => {
      if (happening.kind === "turn-done" && notify !== undefined) {
        const [program = "", ...words] = notify;
        const turn = JSON.stringify(turnComplete(happening.words, scene));
        spawn(program, [...words, turn], { detached: true, stdio: "ignore" })
          .on("error", () => {})
          .unref();
      }
      const payload = payloadOf(happening, scene);
      if (payload === null) return [];
      const results = await runHooks(settings, payload);
      return results
        .filter(({ code }) => code !== 0)
        .map(({ code }) => `${payload.hook_event_name} hook error: ${code}`);
    };
  },

  looks: {
    titleAtRest: (topic) => topic,
    titleAtWork: (topic, tick) => `${SPINNER[tick % SPINNER.length]} ${topic}`,
    titleWaiting: (topic, tick) => `[ ${tick % 2 === 0 ? "!" : "."} ] Action Required ${topic}`,
    statusLine: (tick) => `• Working (${Math.floor(tick / 10)}s • esc to interrupt)`,
    dialog: (question) => [
      "  Would you like to run the following command?",
      `  $ ${question}`,
      "› 1. Yes, proceed (y)",
      "  2. No, and tell Codex what to do differently (esc)",
    ],
    interrupted: "■ Conversation interrupted - tell the model what to do differently.",
    reply: (words) => `• ${words}`,
    composer: "› ",
    footer: "  100% context left",
    noConversation: (id) => `Error: No saved session found with ID ${id}`,
  },
};

function turnComplete(words: string, { conversation, prompts }: Scene): object {
  return {
    type: "agent-turn-complete",
    "thread-id": conversation,
    "turn-id": String(prompts.length),
    cwd: process.cwd(),
    "input-messages": prompts.slice(-1),
    "last-assistant-message": words,
  };
}

type Payload = { hook_event_name: string; tool_name?: unknown } & Record<string, unknown>;

function payloadOf(happening: Happening, { conversation, prompts }: Scene): Payload | null {
  const one = (hook_event_name: string, more: object = {}): Payload => ({
    session_id: conversation,
    transcript_path: null,
    cwd: process.cwd(),
    model: "fake",
    permission_mode: "default",
    turn_id: String(prompts.length),
    hook_event_name,
    ...more,
  });
  switch (happening.kind) {
    case "prompted":
      return one("UserPromptSubmit", { prompt: happening.text });
    case "asked":
      return one("PermissionRequest", { tool_name: happening.tool, tool_input: happening.input });
    case "tool-done":
      return one("PostToolUse", {
        tool_name: happening.tool,
        ...(happening.subagent === null ? {} : { agent_id: happening.subagent }),
      });
    case "turn-done":
      return one("Stop", { stop_hook_active: false, last_assistant_message: happening.words });
    case "subagent-done":
      return one("SubagentStop", { agent_id: happening.subagent });
    // No hook of its own, or only in newer builds.
    case "started":
    case "answered":
    case "turn-failed":
    case "interrupted":
    case "subagent-started":
    case "notified":
    case "ended":
      return null;
  }
  return happening satisfies never;
}
