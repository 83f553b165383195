import { agreed } from "../agreed.ts";
import { CliFailure } from "../cli-failure.ts";
import type { Context } from "../context.ts";
import { daemonFor } from "../daemon/connect.ts";
import { EXIT } from "../exit-codes.ts";
import { findRescued } from "../find-rescued.ts";
import { printable } from "../output/printable.ts";
import { shortRef } from "../output/rescue-ref.ts";
import { shortPath } from "../output/short-path.ts";

/** The options of `worktrees forget`. */
export interface ForgetOptions {
  readonly repo?: string;
  readonly yes?: boolean;
}

/** Drops a saved state for good, once that was agreed to: nothing else may hold what is in it. */
export async function forget(context: Context, word: string, options: ForgetOptions) {
  const { api } = await daemonFor(context);
  const query = await findRescued(context, api, { word, repo: options.repo });
  const name = printable(shortRef(query.ref));
  if (options.yes !== true) {
    context.note(`${name} in ${shortPath(query.base_repo, context.home)} is dropped for good.`);
    if (!(await agreed(context, "Drop it?"))) {
      throw new CliFailure(EXIT.failed, "Nothing dropped.");
    }
  }
  await api.forgetRescued({ query });
  context.note(`Dropped ${name}.`);
}
