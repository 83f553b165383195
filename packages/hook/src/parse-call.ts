/** Where a payload goes, and what proves whose it is. */
export interface Target {
  readonly url: URL;
  readonly ticket: string;
}

/** What this run of the program has to do. */
export interface Call {
  /** null outside a session. */
  readonly target: Target | null;
  /** What the agent wants to read; empty for most. */
  readonly reply: string;
  /** The payload where it came as an argument, null where it is on standard input. */
  readonly payload: string | null;
  /** A program of the person's that is to be started with the same payload, and its arguments. */
  readonly notify: readonly string[] | null;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Agents that take an empty answer for a failure. */
const REPLIES: Readonly<Record<string, string>> = { gemini: "{}" };

/** Reads `AGENT [--then PROGRAM ARGUMENT…] [PAYLOAD]`, with `hook` before it where the CLI calls. */
export function parseCall(words: readonly string[], env: Env): Call {
  const [agent = "", ...rest] = words[0] === "hook" ? words.slice(1) : words;
  const chained = rest[0] === "--then" && rest.length > 2;
  const payload = rest[0] === "--then" ? (chained ? rest.at(-1) : undefined) : rest[0];
  return {
    target: targetOf(agent, env),
    reply: Object.hasOwn(REPLIES, agent) ? (REPLIES[agent] ?? "") : "",
    payload: payload ?? null,
    notify: chained ? rest.slice(1) : null,
  };
}

function targetOf(agent: string, env: Env): Target | null {
  const { MAESTRO_URL: base, MAESTRO_SESSION_ID: id, MAESTRO_TICKET: ticket } = env;
  if (!/^[a-z][a-z0-9-]{0,31}$/.test(agent) || !base || !id || !ticket) return null;
  // Both go into a request as they are.
  if (!/^[\w-]+$/.test(id) || !/^[\x21-\x7E]+$/.test(ticket)) return null;
  try {
    const url = new URL(`/api/sessions/${id}/hooks/${agent}`, base);
    return url.protocol === "http:" ? { url, ticket } : null;
  } catch {
    return null;
  }
}
