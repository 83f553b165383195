/** What a tmux server of ours is told at its start; the user's own configuration is never read. */
export interface TmuxSettings {
  /** Lines of scrollback that tmux keeps. */
  readonly historyLimit: number;
}

/**
 * The configuration file's text. `-q` keeps older servers from stumbling over options they lack.
 * (`window-size manual` must not stand here: tmux 3.3a crashes on `new-session` with it. It is set on
 * the window instead.)
 */
export function tmuxConfig({ historyLimit }: TmuxSettings): string {
  return [
    "set -g default-terminal tmux-256color",
    `set -g history-limit ${historyLimit}`,
    "set -g status off",
    "set -g automatic-rename off",
    "set -g allow-rename off",
    "set -g destroy-unattached off",
    // Keeps the screen where our wrapper itself is killed; the empty format writes nothing into it.
    "set -g remain-on-exit on",
    'set -gq remain-on-exit-format ""',
    'set -g update-environment ""',
    "set -s escape-time 0",
    "set -s set-clipboard off",
    "set -gq allow-passthrough off",
    "",
  ].join("\n");
}
