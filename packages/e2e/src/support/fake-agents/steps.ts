/** One thing that a fake agent does in a turn. */
export type Step =
  /** Works for so long, or until it is told to finish. */
  | { readonly kind: "work"; readonly ms: number | null }
  | { readonly kind: "ask"; readonly command: string }
  | { readonly kind: "tool" }
  /** A sub-agent starts, uses a tool and stops. */
  | { readonly kind: "sub" }
  | { readonly kind: "say"; readonly words: string }
  | { readonly kind: "background"; readonly count: number }
  | { readonly kind: "fail"; readonly error: string }
  | { readonly kind: "notify"; readonly type: string }
  | { readonly kind: "clear" }
  | { readonly kind: "compact" }
  | { readonly kind: "exit"; readonly code: number }
  /** Ends without a word to anybody. */
  | { readonly kind: "crash"; readonly how: "exit" | "kill" };

const WORDS: Readonly<Record<string, (rest: string) => Step>> = {
  work: (rest) => ({ kind: "work", ms: rest === "" ? null : Number(rest) }),
  ask: (rest) => ({ kind: "ask", command: rest === "" ? "git push" : rest }),
  tool: () => ({ kind: "tool" }),
  sub: () => ({ kind: "sub" }),
  say: (rest) => ({ kind: "say", words: rest }),
  background: (rest) => ({ kind: "background", count: Number(rest || 1) }),
  fail: (rest) => ({ kind: "fail", error: rest === "" ? "rate_limit" : rest }),
  notify: (rest) => ({ kind: "notify", type: rest }),
  clear: () => ({ kind: "clear" }),
  compact: () => ({ kind: "compact" }),
  exit: (rest) => ({ kind: "exit", code: Number(rest || 0) }),
  crash: (rest) => ({ kind: "crash", how: rest === "kill" ? "kill" : "exit" }),
};

/**
 * The steps in a line such as `tool; ask rm -rf x; work 200; say done`, or a plain turn for a line
 * that is none of this.
 */
export function parseSteps(line: string): readonly Step[] {
  const steps = line.split(";").map((part) => {
    const [verb = "", ...rest] = part.trim().split(" ");
    return Object.hasOwn(WORDS, verb) ? (WORDS[verb]?.(rest.join(" ")) ?? null) : null;
  });
  return steps.every((step) => step !== null) ? steps : [{ kind: "work", ms: 50 }];
}
