import type { HookMeaning } from "./agent.ts";
import {
  conversationIn,
  NOTHING,
  objectIn,
  objectOf,
  type Payload,
  promptOf,
  type Reporter,
  stateOf,
  textIn,
} from "./payload.ts";
import { toolWords } from "./tool-words.ts";

/** What an event of opencode means, as its plugin passes it on. */
export function opencodeReport(payload: unknown): HookMeaning {
  const event = objectOf(payload);
  const type = event === null ? null : textIn(event, "type");
  if (event === null || type === null) return NOTHING;
  const properties = objectIn(event, "properties") ?? {};
  const info = objectIn(properties, "info") ?? {};
  // Sub-agents are sessions with a parent. The plugin knows whose they are, and only then does a
  // question of theirs reach the right conversation.
  const isChild = event["child"] === true || textIn(info, "parentID") !== null;
  const id =
    conversationIn(event, "root") ??
    conversationIn(properties, "sessionID") ??
    conversationIn(info, "id");
  const reporter = { agentSessionId: id };
  return (
    asked(type, properties, reporter) ?? (isChild ? NOTHING : told(type, properties, reporter))
  );
}

/** Questions and their answers, which concern a person whoever of the agents asks. */
function asked(type: string, properties: Payload, reporter: Reporter): HookMeaning | null {
  switch (type.replace(".v2.", ".")) {
    case "permission.asked":
    case "permission.updated":
      return stateOf("awaiting_input", reporter, permissionWords(properties));
    case "question.asked":
      return stateOf("awaiting_input", reporter, toolWords("AskUserQuestion", properties));
    case "permission.replied":
    case "question.replied":
    case "question.rejected":
      return stateOf("active", reporter, null);
    default:
      return null;
  }
}

function told(type: string, properties: Payload, reporter: Reporter): HookMeaning {
  switch (type) {
    case "session.created":
      // A new conversation in the same program: the plugin of a program inside it says nothing.
      return stateOf("idle", { ...reporter, bind: "anew" }, null);
    case "chat.message":
      return promptOf(textIn(properties, "text"), reporter);
    case "session.status":
      return status(objectIn(properties, "status") ?? {}, reporter);
    case "session.idle":
      return stateOf("awaiting_input", reporter, null);
    case "session.error":
      return failure(objectIn(properties, "error") ?? {}, reporter);
    default:
      return NOTHING;
  }
}

function status(value: Payload, reporter: Reporter): HookMeaning {
  switch (textIn(value, "type") ?? "") {
    case "busy":
      return stateOf("active", reporter, null);
    case "retry":
      return stateOf("active", reporter, textIn(value, "message"));
    case "idle":
      return stateOf("awaiting_input", reporter, null);
    default:
      return NOTHING;
  }
}

function failure(error: Payload, reporter: Reporter): HookMeaning {
  const name = textIn(error, "name");
  // The person's own doing.
  if (name === "MessageAbortedError") return stateOf("idle", reporter, null);
  return stateOf("error", reporter, textIn(objectIn(error, "data") ?? {}, "message") ?? name);
}

function permissionWords(properties: Payload): string | null {
  const title = textIn(properties, "title");
  if (title !== null) return title;
  const { patterns } = properties;
  const kind = textIn(properties, "permission") ?? textIn(properties, "type");
  const first: unknown = Array.isArray(patterns) ? patterns[0] : null;
  if (typeof first !== "string") return kind;
  return kind === null ? first : `${kind}: ${first}`;
}
