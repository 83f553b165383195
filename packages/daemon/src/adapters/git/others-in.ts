import type { CallsUnderWay } from "./calls-under-way.ts";
import type { LivesIn } from "./lives-in.ts";

/** So often somebody is looked for again before he is believed to be no git of ours. */
const MAX_LOOKS = 20;

/**
 * Who works in a directory beside git commands of our own. A probe for the list or the indicator may
 * run in a tree that is about to go; it ends by itself, and is no reason to keep the tree.
 */
export function othersIn(calls: CallsUnderWay, livesIn: LivesIn): LivesIn {
  return async (path) => {
    for (let look = 1; ; look++) {
      const before = calls.begun;
      const ours = calls.endIn(path);
      const found = await livesIn(path);
      if (found === null) return null;
      const mayBeOurs = ours !== null || calls.begun !== before;
      if (!mayBeOurs || look === MAX_LOOKS) return found;
      await ours;
      await calls.endIn(path);
    }
  };
}
