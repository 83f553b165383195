import type { HookMeaning } from "./agent.ts";
import {
  conversationIn,
  detailOf,
  NOTHING,
  objectIn,
  objectOf,
  type Payload,
  promptOf,
  stateOf,
  textIn,
} from "./payload.ts";
import { toolWords } from "./tool-words.ts";

/** What a payload of Codex means, be it of a hook or of its `notify` program. */
export function codexReport(payload: unknown): HookMeaning {
  const event = objectOf(payload);
  if (event === null) return NOTHING;
  if (textIn(event, "type") !== null) return notified(event);
  const reporter = { agentSessionId: conversationIn(event, "session_id") };
  const name = textIn(event, "hook_event_name");
  if (name === "PermissionRequest") {
    const words = toolWords(textIn(event, "tool_name"), objectIn(event, "tool_input"));
    return stateOf("awaiting_input", reporter, words);
  }
  // A sub-agent that works or ends says nothing of its parent.
  if (textIn(event, "agent_id") !== null) return NOTHING;
  switch (name ?? "") {
    case "SessionStart":
      return stateOf("idle", { ...reporter, bind: startsAnew(event) ? "anew" : "first" }, null);
    case "UserPromptSubmit":
      return promptOf(textIn(event, "prompt"), reporter);
    case "PreToolUse":
    case "PostToolUse":
    case "PreCompact":
      return stateOf("active", reporter, null);
    case "Stop":
      return stateOf("awaiting_input", reporter, textIn(event, "last_assistant_message"));
    case "Interrupt":
      return stateOf("idle", reporter, null);
    case "SessionEnd": {
      const reason = textIn(event, "reason");
      return reason === "clear" || reason === "resume" ? NOTHING : stateOf("idle", reporter, null);
    }
    default:
      return NOTHING;
  }
}

function startsAnew(event: Payload): boolean {
  return ["resume", "clear", "fork"].includes(textIn(event, "source") ?? "");
}

/** `notify` comes once a turn, at its end, and brings what the turn began with. */
function notified(event: Payload): HookMeaning {
  if (textIn(event, "type") !== "agent-turn-complete") return NOTHING;
  const agentSessionId = conversationIn(event, "thread-id");
  const words = textIn(event, "last-assistant-message");
  const messages = event["input-messages"];
  const prompt: unknown = Array.isArray(messages) ? messages[0] : null;
  if (typeof prompt !== "string" || prompt.trim() === "") {
    return stateOf("awaiting_input", { agentSessionId }, words);
  }
  return {
    kind: "prompt",
    text: prompt,
    state: "awaiting_input",
    detail: detailOf(words),
    agentSessionId,
    bind: "first",
  };
}
