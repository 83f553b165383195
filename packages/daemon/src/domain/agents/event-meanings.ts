import type { Activity } from "@maestro/protocol";
import type { HookMeaning } from "./agent.ts";
import { NOTHING, type Payload, promptOf, type Reporter, stateOf, textIn } from "./payload.ts";

/** What one kind of event means. */
type Meaning = (event: Payload, reporter: Reporter) => HookMeaning;

/** What an agent's events mean, by the agent's names for them; the others mean nothing. */
export type EventMeanings = Readonly<Record<string, Meaning>>;

/** What an event means by its `hook_event_name`. */
export function meaningIn(
  meanings: EventMeanings,
  event: Payload,
  reporter: Reporter,
): HookMeaning {
  const name = textIn(event, "hook_event_name") ?? "";
  const meaning = Object.hasOwn(meanings, name) ? meanings[name] : undefined;
  return meaning === undefined ? NOTHING : meaning(event, reporter);
}

/** The agent is in this state now; the field, where one is given, holds its words. */
export function turns(state: Activity, words?: string): Meaning {
  return (event, reporter) =>
    stateOf(state, reporter, words === undefined ? null : textIn(event, words));
}

/** A conversation begins, or goes on; with these sources it takes the place of another. */
export function starts(anew: readonly string[]): Meaning {
  return (event, reporter) => {
    const bind = anew.includes(textIn(event, "source") ?? "") ? "anew" : "first";
    return stateOf("idle", { ...reporter, bind }, null);
  };
}

/** A conversation ends; for these reasons another one begins in the same program. */
export function ends(goesOn: readonly string[]): Meaning {
  return (event, reporter) =>
    goesOn.includes(textIn(event, "reason") ?? "") ? NOTHING : stateOf("idle", reporter, null);
}

/** A person asked for something. */
export const takesPrompt: Meaning = (event, reporter) =>
  promptOf(textIn(event, "prompt"), reporter);
