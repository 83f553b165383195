/** One thing that was looked at. `wrong` stops maestro from working; `note` is worth knowing. */
export interface Finding {
  readonly about: string;
  readonly verdict: "right" | "note" | "wrong";
  readonly says: string;
  readonly todo: string | null;
}

/** It is as it has to be. */
export function right(about: string, says: string): Finding {
  return { about, verdict: "right", says, todo: null };
}

/** It works, and there is something to know. */
export function note(about: string, says: string, todo: string | null = null): Finding {
  return { about, verdict: "note", says, todo };
}

/** It keeps maestro from working, and this is what to do. */
export function wrong(about: string, says: string, todo: string): Finding {
  return { about, verdict: "wrong", says, todo };
}
