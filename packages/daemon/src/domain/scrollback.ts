/**
 * Lines above the screen that a terminal's model keeps. 10,000 would cost 15 to 23 MB a session and
 * make a snapshot take sixteen times as long; what is older comes from tmux when it is asked for.
 */
export const MODEL_LINES = 1_000;

/** What is kept of the scrollback of a session that ended: all that tmux kept, and at most this. */
export const KEPT_BYTES = 4 * 1024 * 1024;
