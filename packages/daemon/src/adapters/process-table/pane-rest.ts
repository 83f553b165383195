import { treesOf, type ProcessRow, type ProcessView } from "./process-row.ts";

/**
 * The living processes of a pane, and of the terminal server that carries its input and output where
 * that one is its parent: the parent of a pane whose server died is the first process of the machine.
 * `self`, which may run below it, is never among them. None where the pane is gone.
 */
export function processesAround(
  view: ProcessView,
  panePid: number,
  self: number,
): readonly ProcessRow[] {
  const pane = view.find(panePid);
  if (pane?.alive !== true) return [];
  const parent = view.find(pane.parent);
  const root = parent?.alive === true && parent.comm.startsWith("tmux") ? parent : pane;
  return [...treesOf(view, [root], self).values()].filter((row) => row.alive);
}
