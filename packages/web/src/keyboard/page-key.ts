/** What a key press asks of the page. */
export type PageCommand =
  | "move-down"
  | "move-up"
  | "type"
  | "new"
  | "rename"
  | "end"
  | "resume"
  | "changes"
  | "retained"
  | "overview"
  | "filter"
  | "command-bar"
  | "help"
  | "fold"
  | "unfold"
  | "next-waiting"
  | "next-session"
  | "previous-session"
  | "leave-terminal"
  | `pane-${number}`;

/** As much of a keyboard event as decides. */
export interface KeyPress {
  readonly key: string;
  readonly code: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

const IN_TREE: Readonly<Record<string, PageCommand>> = {
  ArrowDown: "move-down",
  j: "move-down",
  ArrowUp: "move-up",
  k: "move-up",
  ArrowLeft: "fold",
  ArrowRight: "unfold",
  Enter: "type",
  n: "new",
  r: "rename",
  x: "end",
  R: "resume",
  d: "changes",
  w: "retained",
  o: "overview",
  "/": "filter",
  ":": "command-bar",
  "?": "help",
};

// By their place on the keyboard: with Alt held, a Mac makes letters of its own of them.
const WITH_ALT: Readonly<Record<string, PageCommand>> = {
  KeyJ: "next-waiting",
  KeyK: "command-bar",
  ArrowDown: "next-session",
  ArrowUp: "previous-session",
};

/**
 * The command of a key press, or null where it is not the page's. Inside a terminal only chords
 * count that programs hardly use; everything else is typed.
 */
export function pageKey(press: KeyPress, where: "tree" | "terminal"): PageCommand | null {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey } = press;
  if (altKey && !ctrlKey && !metaKey && !shiftKey) {
    const digit = /^Digit([1-9])$/.exec(code)?.[1];
    return digit === undefined ? (WITH_ALT[code] ?? null) : `pane-${Number(digit)}`;
  }
  if (key.toLowerCase() === "k" && !altKey && !shiftKey) {
    // Ctrl-K deletes to the end of the line in a shell; nothing there knows the Command key.
    if (metaKey || (ctrlKey && where === "tree")) return "command-bar";
  }
  if (ctrlKey && !altKey && !metaKey && (key === "\\" || code === "Backslash")) {
    return "leave-terminal";
  }
  if (where === "terminal" || altKey || ctrlKey || metaKey) return null;
  return IN_TREE[key] ?? null;
}
