import { resolve } from "node:path";
import type { Api } from "@maestro/client";
import { CliFailure } from "./cli-failure.ts";
import type { Context } from "./context.ts";
import { EXIT } from "./exit-codes.ts";
import { fullRef } from "./output/rescue-ref.ts";
import { shortPath } from "./output/short-path.ts";

/** One saved state, as the daemon is asked for it. */
export interface RescuedPlace {
  readonly base_repo: string;
  readonly ref: string;
}

/**
 * The saved state that a word on the command line names. A repository that was said is asked even
 * where the daemon does not know it: the state may have been saved on another machine.
 */
export async function findRescued(
  context: Context,
  api: Api,
  { word, repo }: { readonly word: string; readonly repo: string | undefined },
): Promise<RescuedPlace> {
  const ref = fullRef(word);
  if (repo !== undefined) return { ref, base_repo: resolve(context.cwd(), repo) };
  const holders = (await api.listRescued()).filter((saved) => saved.ref === ref);
  const [only, ...others] = holders;
  if (only === undefined) {
    throw new CliFailure(
      EXIT.notFound,
      `There is no saved state “${word}”. See: maestro worktrees rescued`,
    );
  }
  if (others.length === 0) return { ref, base_repo: only.base_repo };
  const repos = holders.map((saved) => shortPath(saved.base_repo, context.home)).join(", ");
  throw new CliFailure(
    EXIT.notFound,
    `Several repositories hold “${word}”; say which by --repo: ${repos}`,
  );
}
