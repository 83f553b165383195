import { randomBytes } from "node:crypto";
import type { Happening, Scene } from "./happening.ts";
import { operandsOf, optionOf } from "./options.ts";
import type { Persona } from "./persona.ts";

interface Hooks {
  event?(input: { event: object }): Promise<void>;
  "chat.message"?(input: object, output: object): Promise<void>;
}

const newId = (): string => `ses_${randomBytes(9).toString("hex")}`;

/** Behaves as opencode does in a terminal. */
export const opencode: Persona = {
  name: "opencode",
  newConversation: newId,

  parse(args) {
    const resumed = optionOf(args, "--session", "-s");
    return {
      headless: operandsOf(args, ["-s", "--session", "-m", "--model"])[0] === "run",
      answerFile: null,
      conversation: resumed ?? newId(),
      resumed: resumed !== null,
      prompt: optionOf(args, "--prompt"),
    };
  },

  async connect(args) {
    if (args.includes("--pure")) return async () => [];
    const hooks = await loadPlugins();
    return async (happening, scene) => {
      for (const plugin of hooks) {
        for (const event of eventsOf(happening, scene)) await plugin.event?.({ event });
        if (happening.kind !== "prompted") continue;
        const parts = [{ type: "text", text: happening.text }];
        await plugin["chat.message"]?.({ sessionID: scene.conversation }, { parts });
      }
      return [];
    };
  },

  looks: {
    titleAtRest: (topic) => `OC | ${topic}`,
    titleAtWork: (topic) => `OC | ${topic}`,
    titleWaiting: (topic) => `OC | ${topic}`,
    statusLine: (tick) => `${"■".repeat(tick % 8)}⬝  esc interrupt`,
    dialog: (question) => [
      "┃ △ Permission required",
      `┃ # ${question}`,
      "┃ Allow once  Allow always  Reject",
    ],
    interrupted: "  ▣ interrupted",
    reply: (words) => `  ${words}`,
    composer: "┃ ",
    footer: "  ctrl+p commands",
    noConversation: (id) => `Session not found: ${id}`,
  },
};

async function loadPlugins(): Promise<readonly Hooks[]> {
  const text = process.env["OPENCODE_CONFIG_CONTENT"] ?? "{}";
  const { plugin = [] } = JSON.parse(text) as { plugin?: readonly string[] };
  const found: Hooks[] = [];
  for (const url of plugin) {
    const module = (await import(url)) as Record<string, () => Promise<Hooks>>;
    for (const load of Object.values(module)) found.push(await load());
  }
  return found;
}

function eventsOf(happening: Happening, { conversation }: Scene): readonly object[] {
  const one = (type: string, properties: object = {}): readonly object[] => [
    { type, properties: { sessionID: conversation, ...properties } },
  ];
  switch (happening.kind) {
    case "started":
      return happening.source === "resume"
        ? []
        : one("session.created", { info: { id: conversation } });
    case "prompted":
      return one("session.status", { status: { type: "busy" } });
    case "asked":
      return one("permission.asked", {
        permission: happening.tool,
        patterns: Object.values(happening.input),
      });
    case "answered":
      return one("permission.replied", { response: "once" });
    case "tool-done":
      return one("message.part.updated");
    case "turn-done":
      return [...one("session.status", { status: { type: "idle" } }), ...one("session.idle")];
    case "turn-failed":
      return one("session.error", {
        error: { name: "ApiError", data: { message: happening.error } },
      });
    case "interrupted":
      return [...one("session.error", { error: { name: "MessageAbortedError" } })];
    case "subagent-started":
      return [
        {
          type: "session.created",
          properties: { info: { id: happening.subagent, parentID: conversation } },
        },
      ];
    case "subagent-done":
      return [{ type: "session.idle", properties: { sessionID: happening.subagent } }];
    case "notified":
    case "ended":
      return [];
  }
  return happening satisfies never;
}
