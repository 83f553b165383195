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
  countIn,
  detailOf,
  NOTHING,
  objectIn,
  objectOf,
  type Payload,
  type Reporter,
  stateOf,
  textIn,
} from "./payload.ts";
import { toolWords } from "./tool-words.ts";

/** Tools whose whole point is to ask the person something. */
const ASKING_TOOLS = new Set(["AskUserQuestion", "ExitPlanMode"]);

/** Notifications that somebody is waited for. */
const ASKING_NOTIFICATIONS = new Set([
  "permission_prompt",
  "idle_prompt",
  "elicitation_dialog",
  "elicitation_url_dialog",
]);

/** What a hook payload of Claude Code means. */
export function claudeReport(payload: unknown): HookMeaning {
  const event = objectOf(payload);
  if (event === null) return NOTHING;
  const reporter = { agentSessionId: conversationIn(event, "session_id") };
  const asks = question(event);
  if (asks !== null) return stateOf("awaiting_input", reporter, asks.detail);
  // A sub-agent that works or ends says nothing of its parent, who may be waiting for an answer;
  // only its questions, above, concern a person.
  if (textIn(event, "agent_id") !== null) return NOTHING;
  return meaningIn(MEANINGS, event, reporter);
}

const MEANINGS: EventMeanings = {
  SessionStart: (event, reporter) =>
    textIn(event, "source") === "compact"
      ? NOTHING
      : starts(["clear", "resume", "fork"])(event, reporter),
  UserPromptSubmit: takesPrompt,
  PreToolUse: turns("active"),
  PostToolUse: turns("active"),
  PreCompact: turns("active"),
  ElicitationResult: turns("active"),
  // An interrupt during a tool ends the turn, and no Stop follows.
  PostToolUseFailure: (event, reporter) =>
    stateOf(event["is_interrupt"] === true ? "idle" : "active", reporter, null),
  Stop: (event, reporter) => stateOf("awaiting_input", reporter, turnDone(event)),
  StopFailure: stopFailure,
  // With these a new SessionStart follows in the same program.
  SessionEnd: ends(["clear", "resume"]),
};

/** The question that an event puts to a person, whoever of the agents puts it; null where none. */
function question(event: Payload): { readonly detail: string | null } | null {
  const tool = textIn(event, "tool_name");
  switch (textIn(event, "hook_event_name") ?? "") {
    case "PermissionRequest":
      return { detail: toolWords(tool, objectIn(event, "tool_input")) };
    case "PreToolUse":
      if (tool === null || !ASKING_TOOLS.has(tool)) return null;
      return { detail: toolWords(tool, objectIn(event, "tool_input")) };
    case "Elicitation":
      return { detail: textIn(event, "message") };
    case "Notification":
      return notification(event);
    default:
      return null;
  }
}

function notification(event: Payload): { readonly detail: string | null } | null {
  const type = textIn(event, "notification_type");
  const message = textIn(event, "message");
  // What it is about was said by the event before: the request, or the end of the turn.
  if (type !== null && ASKING_NOTIFICATIONS.has(type)) return { detail: null };
  // Older versions send no type.
  if (type !== null || message === null) return null;
  if (/needs your (permission|approval)/i.test(message)) return { detail: message };
  return /waiting for your input/i.test(message) ? { detail: null } : null;
}

function turnDone(event: Payload): string | null {
  const words = textIn(event, "last_assistant_message");
  const tasks = countIn(event, "background_tasks");
  if (tasks === 0) return words;
  const running = `${tasks} in the background`;
  return words === null ? running : `${running}: ${words}`;
}

function stopFailure(event: Payload, reporter: Reporter): HookMeaning {
  const error = textIn(event, "error");
  if (error === "user_interrupted") return stateOf("idle", reporter, null);
  const details = detailOf(textIn(event, "error_details"));
  return stateOf("error", reporter, [error, details].filter((part) => part !== null).join(": "));
}
