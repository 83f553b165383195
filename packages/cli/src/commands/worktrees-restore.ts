import { type Context, printJson } from "../context.ts";
import { daemonFor } from "../daemon/connect.ts";
import { findRescued } from "../find-rescued.ts";
import { printable } from "../output/printable.ts";
import { shellWord } from "../output/shell-word.ts";

/** The options of `worktrees restore`. */
export interface RestoreOptions {
  readonly repo?: string;
  readonly json?: boolean;
}

/** Makes a saved state a worktree again, and says where it is and how to go on there. */
export async function restore(context: Context, word: string, options: RestoreOptions) {
  const { api } = await daemonFor(context);
  const body = await findRescued(context, api, { word, repo: options.repo });
  const restored = await api.restoreRescued({ body });
  if (options.json === true) return printJson(context, restored);
  const { path, branch } = restored;
  context.print(path);
  context.note(
    branch === null
      ? "Restored with a detached HEAD: its branch is in use or has moved since."
      : `Restored on ${printable(branch)}.`,
  );
  context.note(`Open a session there: maestro new -C ${shellWord(path)}`);
}
