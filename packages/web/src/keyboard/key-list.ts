/** One line of the help. */
export interface KeyLine {
  readonly keys: readonly string[];
  readonly does: string;
}

/** Every key of the page, as the help lists them. */
export const KEY_LIST: readonly { readonly title: string; readonly lines: readonly KeyLine[] }[] = [
  {
    title: "In the tree",
    lines: [
      { keys: ["↑", "↓", "j", "k"], does: "move" },
      { keys: ["Enter"], does: "type into the session" },
      { keys: ["n"], does: "new session" },
      { keys: ["r"], does: "rename" },
      { keys: ["x"], does: "end or dismiss" },
      { keys: ["R"], does: "resume" },
      { keys: ["d"], does: "changes" },
      { keys: ["w"], does: "retained worktrees" },
      { keys: ["o"], does: "overview" },
      { keys: ["/"], does: "filter" },
      { keys: [":", "Ctrl K"], does: "command bar" },
      { keys: ["←", "→"], does: "fold, unfold a project" },
      { keys: ["?"], does: "this help" },
    ],
  },
  {
    title: "Inside a terminal",
    lines: [
      { keys: ["Alt J"], does: "next that waits, longest first" },
      { keys: ["Alt K"], does: "command bar" },
      { keys: ["Alt ↑", "Alt ↓"], does: "session above, below" },
      { keys: ["Alt 1–9"], does: "pane" },
      { keys: ["Ctrl \\"], does: "back to the tree" },
      { keys: ["Ctrl Shift F"], does: "search in the scrollback" },
      { keys: ["Ctrl Shift C"], does: "copy the selection" },
    ],
  },
  {
    title: "In changes",
    lines: [
      { keys: ["j", "k"], does: "next, previous change" },
      { keys: ["[", "]"], does: "previous, next file" },
      { keys: ["Esc"], does: "back" },
    ],
  },
  {
    title: "In retained worktrees",
    lines: [
      { keys: ["↑", "↓", "j", "k"], does: "move" },
      { keys: ["Enter"], does: "open a session there" },
      { keys: ["d"], does: "show its changes" },
    ],
  },
];
