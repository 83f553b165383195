import { resolve } from "node:path";
import { ApiFailure } from "@maestro/client";
import { CliFailure } from "../cli-failure.ts";
import { type Context, printJson } from "../context.ts";
import { daemonFor } from "../daemon/connect.ts";
import { exitCodeOf } from "../exit-codes.ts";
import { shortRef } from "../output/rescue-ref.ts";
import { shortPath } from "../output/short-path.ts";
import { reclaimGuardText } from "../output/unsaved-work-text.ts";

/** The options of `worktrees reclaim`. */
export interface ReclaimOptions {
  readonly force?: boolean;
  readonly json?: boolean;
}

/** Removes a worktree that was left behind; with force its state is saved first. */
export async function reclaim(context: Context, word: string, options: ReclaimOptions) {
  const force = options.force === true;
  const path = resolve(context.cwd(), word);
  const { api } = await daemonFor(context);
  try {
    const done = await api.reclaimWorktree({ body: { path, force } });
    if (options.json === true) return printJson(context, done);
    context.note(`Reclaimed ${shortPath(path, context.home)}.`);
    if (done.rescue_ref === null) return;
    context.print(done.rescue_ref);
    context.note(
      `Its state is saved. Bring it back: maestro worktrees restore ${shortRef(done.rescue_ref)}`,
    );
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.unsavedWork === null) throw error;
    // Forced and refused all the same: what has to be moved first is the daemon's to say.
    const text = force ? `maestro: ${error.message}` : reclaimGuardText(path, error.unsavedWork);
    context.note(text);
    throw new CliFailure(exitCodeOf(error.code), "");
  }
}
