import type { Session } from "@maestro/protocol";
import type { Step } from "./plan.ts";

/** A session that was made, as the model knows it at the last quiet point. */
export interface Tracked {
  readonly id: string;
  /** As last listed, or null once it was removed. */
  session: Session | null;
  /** Its worktree's place as last known; stays when the session is gone. */
  path: string | null;
  /** True while that tree is on disk. */
  treeThere: boolean;
  /**
   * Whether the tree holds work that nothing else does. `unsure`: it was being made when the daemon
   * was killed, and git may have finished it or not.
   */
  work: "none" | "held" | "unsure";
  readonly name: Settable;
  /** What each client wrote under a key of its own. */
  readonly marks: Map<string, Settable>;
}

/** A value that calls set: those it may have now. A call that was cut off may have set it or not. */
export interface Settable {
  may: readonly unknown[];
}

/** How a call ended. `cut`: the daemon was killed, and whether it did it is not known. */
export type Answer =
  | { readonly kind: "ok" }
  | { readonly kind: "refused"; readonly code: string; readonly says: string }
  | { readonly kind: "cut" };

/** A step that was taken: by whom, on what, with what, and what came of it. */
export interface Taken {
  readonly client: number;
  readonly step: Step;
  readonly on: Tracked | null;
  /** The name, mark, line or branch that the step used, of which there is no second one. */
  readonly token: string;
  readonly answer: Answer;
}

/** True where the call did it, or may have. */
export function mayHave({ answer }: Taken): boolean {
  return answer.kind !== "refused";
}
