import { Activity } from "@maestro/protocol";
import type { Agent } from "./agent.ts";
import { conversationIn, NOTHING, objectOf, stateOf, textIn } from "./payload.ts";
import { lastLines, shows } from "./screen-evidence.ts";

/** A question that has no answer behind it yet. */
const OPEN_QUESTION =
  /[([](?:y\/n|yes\/no|\(?y\)?es\/\(?n\)?o)[^)\]]*[)\]]\)?\s*(?:\[\w+\])?\s*[:?>]?$/i;

/** Any other program. It is never recognised, and speaks in the words of `maestro report`. */
export const generic: Agent = {
  id: "generic",
  label: "Another program",
  command: [],
  programs: [],
  packages: [],
  hookFiles: null,
  reads: () => [],
  launch: ({ argv }) => ({ argv, env: {}, files: [], conversationId: null }),
  resume: () => null,
  naming: () => null,

  report(payload) {
    const event = objectOf(payload);
    const state = Activity.safeParse(event?.["state"]);
    if (event === null || !state.success) return NOTHING;
    const reporter = { agentSessionId: conversationIn(event, "agent_session_id") };
    return stateOf(state.data, reporter, textIn(event, "detail"));
  },

  evidence({ screenLines }) {
    const asked = lastLines(screenLines, 1).find((line) => OPEN_QUESTION.test(line));
    return asked === undefined ? null : shows("awaiting_input", "screen", `a question: ${asked}`);
  },
};
