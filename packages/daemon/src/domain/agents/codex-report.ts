import type { HookMeaning } from "./agent.ts";
import {
  ends,
  type EventMeanings,
  meaningIn,
  starts,
  takesPrompt,
  turns,
} from "./event-meanings.ts";
import {
  conversationIn,
  detailOf,
  NOTHING,
  objectIn,
  objectOf,
  type Payload,
  stateOf,
  textIn,
} from "./payload.ts";
import { toolWords } from "./tool-words.ts";

const MEANINGS: EventMeanings = {
  SessionStart: starts(["resume", "clear", "fork"]),
  UserPromptSubmit: takesPrompt,
  PreToolUse: turns("active"),
  PostToolUse: turns("active"),
  PreCompact: turns("active"),
  Stop: turns("awaiting_input", "last_assistant_message"),
  Interrupt: turns("idle"),
  SessionEnd: ends(["clear", "resume"]),
};

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
  return meaningIn(MEANINGS, event, reporter);
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
