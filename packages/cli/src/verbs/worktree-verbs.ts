import type { Command } from "commander";
import type { ChangesOptions } from "../commands/changes.ts";
import type { ForgetOptions } from "../commands/worktrees-forget.ts";
import type { ReclaimOptions } from "../commands/worktrees-reclaim.ts";
import type { RestoreOptions } from "../commands/worktrees-restore.ts";
import type { Context } from "../context.ts";
import { ID, type Json, JSON_FLAG, YES } from "./options.ts";

const REF = ["<ref>", "a saved state, as listed by: maestro worktrees rescued"] as const;
const REPO = ["--repo <dir>", "the repository that holds it, where several do"] as const;

/** The verbs about worktrees: what is in them, what was left behind, what was saved. */
export function addWorktreeVerbs(program: Command, context: () => Context): void {
  program
    .command("changes")
    .description("print what a worktree adds to the commit it was made at")
    .argument("<id>", `${ID}; or a worktree's path`)
    .option("--stat", "print the files and their counts alone")
    .option(...JSON_FLAG)
    .action(async (id: string, o: ChangesOptions) =>
      (await import("../commands/changes.ts")).changes(context(), id, o),
    );

  const worktrees = program
    .command("worktrees")
    .description("list and clear up worktrees and their unsaved work");
  worktrees
    .command("ls", { isDefault: true })
    .description("list the worktrees of sessions and those left behind")
    .option(...JSON_FLAG)
    .action(async (o: Json) =>
      (await import("../commands/worktrees.ts")).listWorktrees(context(), o),
    );
  worktrees
    .command("reclaim")
    .description("remove a worktree that was left behind, unless it holds unsaved work")
    .argument("<path>", "the worktree's directory")
    .option("--force", "save its whole state in the repository first, then remove it")
    .option(...JSON_FLAG)
    .action(async (path: string, o: ReclaimOptions) =>
      (await import("../commands/worktrees-reclaim.ts")).reclaim(context(), path, o),
    );
  worktrees
    .command("rescued")
    .description("list the states that were saved")
    .option(...JSON_FLAG)
    .action(async (o: Json) =>
      (await import("../commands/worktrees-rescued.ts")).listRescued(context(), o),
    );
  worktrees
    .command("restore")
    .description("make a saved state a worktree again; prints where it is")
    .argument(...REF)
    .option(...REPO)
    .option(...JSON_FLAG)
    .action(async (ref: string, o: RestoreOptions) =>
      (await import("../commands/worktrees-restore.ts")).restore(context(), ref, o),
    );
  worktrees
    .command("forget")
    .description("drop a saved state for good")
    .argument(...REF)
    .option(...REPO)
    .option(...YES)
    .action(async (ref: string, o: ForgetOptions) =>
      (await import("../commands/worktrees-forget.ts")).forget(context(), ref, o),
    );
}
