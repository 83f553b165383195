/** What happens in an agent, before it is put into the words of one. */
export type Happening =
  | { readonly kind: "started"; readonly source: "startup" | "resume" | "clear" | "compact" }
  | { readonly kind: "prompted"; readonly text: string }
  | { readonly kind: "asked"; readonly tool: string; readonly input: Record<string, unknown> }
  | { readonly kind: "answered" }
  | { readonly kind: "tool-done"; readonly tool: string; readonly subagent: string | null }
  | { readonly kind: "turn-done"; readonly words: string; readonly background: number }
  | { readonly kind: "turn-failed"; readonly error: string }
  | { readonly kind: "interrupted" }
  | { readonly kind: "subagent-started"; readonly subagent: string }
  | { readonly kind: "subagent-done"; readonly subagent: string }
  | { readonly kind: "notified"; readonly type: string; readonly message: string }
  | { readonly kind: "ended"; readonly reason: "clear" | "exit" };

/** The conversation that something happens in. */
export interface Scene {
  readonly conversation: string;
  readonly prompts: readonly string[];
}

/** Tells whoever was asked to be told; answers what went wrong with a hook, for the screen. */
export type Deliver = (happening: Happening, scene: Scene) => Promise<readonly string[]>;
