import type { Terminal } from "@xterm/xterm";

/** Scrolls the history by a finger: xterm.js 6.0 follows wheels alone. */
export function scrollByTouch(element: HTMLElement, terminal: Terminal, signal: AbortSignal): void {
  let last: number | null = null;
  let rest = 0;
  const options = { signal, passive: true };
  element.addEventListener(
    "touchstart",
    (event) => {
      last = event.touches.length === 1 ? (event.touches[0]?.clientY ?? null) : null;
      rest = 0;
    },
    options,
  );
  element.addEventListener(
    "touchmove",
    (event) => {
      const y = event.touches[0]?.clientY;
      if (last === null || y === undefined) return;
      const lineHeight = element.clientHeight / Math.max(1, terminal.rows);
      rest += (last - y) / lineHeight;
      last = y;
      const lines = Math.trunc(rest);
      rest -= lines;
      if (lines !== 0) terminal.scrollLines(lines);
    },
    options,
  );
}
