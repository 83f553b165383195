import { firstGraphemes } from "../session-name.ts";
import type { Binding, HookMeaning } from "./agent.ts";
import type { Activity } from "@maestro/protocol";

/** A JSON object from outside, of which nothing is known. */
export type Payload = Readonly<Record<string, unknown>>;

/** The value as an object, or null where it is none. */
export function objectOf(value: unknown): Payload | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Payload)
    : null;
}

/** A field that holds text, or null. Fields that an object inherits do not count. */
export function textIn(payload: Payload, key: string): string | null {
  const value = Object.hasOwn(payload, key) ? payload[key] : undefined;
  return typeof value === "string" && value !== "" ? value : null;
}

/** A field that holds an object, or null. */
export function objectIn(payload: Payload, key: string): Payload | null {
  return Object.hasOwn(payload, key) ? objectOf(payload[key]) : null;
}

/** How many things a list field holds; none where it is no list. */
export function countIn(payload: Payload, key: string): number {
  const value = Object.hasOwn(payload, key) ? payload[key] : undefined;
  return Array.isArray(value) ? value.length : 0;
}

const LONGEST_ID = 500;

/** A conversation's id: one word of a bounded length, or null. It becomes an argument on resume. */
export function conversationIn(payload: Payload, key: string): string | null {
  const id = textIn(payload, key);
  return id !== null && isConversationId(id) ? id : null;
}

/** True for what may be an agent's conversation id, and can be mistaken for no option. */
export function isConversationId(text: string): boolean {
  return text.length <= LONGEST_ID && /^[A-Za-z0-9][\w.:@-]*$/.test(text);
}

const LONGEST_DETAIL = 200;

/** The first words of a text, on one line, without what could draw over something. */
export function detailOf(text: string | null): string | null {
  if (text === null) return null;
  const line = text
    .slice(0, 4000)
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, "")
    .trim();
  return line === "" ? null : firstGraphemes(line, LONGEST_DETAIL);
}

/** An event that says nothing of what a person cares about. */
export const NOTHING: HookMeaning = { kind: "nothing" };

/** Who reports: the conversation, and whether it may replace another. */
export interface Reporter {
  readonly agentSessionId: string | null;
  readonly bind?: Binding;
}

/** A state in the words of the agent, where it has any. */
export function stateOf(state: Activity, reporter: Reporter, detail: string | null): HookMeaning {
  const { agentSessionId, bind = "first" } = reporter;
  return { kind: "state", state, detail: detailOf(detail), agentSessionId, bind };
}

/** What a person asked for, with the state that goes with it. */
export function promptOf(text: string | null, reporter: Reporter): HookMeaning {
  if (text === null || text.trim() === "") return stateOf("active", reporter, null);
  const { agentSessionId, bind = "first" } = reporter;
  return { kind: "prompt", text, state: "active", detail: null, agentSessionId, bind };
}
