import { realpath } from "node:fs/promises";
import type { Worktree } from "../../../domain/session.ts";
import type { SetUp, SetUps } from "../../../ports/set-up.ts";
import { deadlineIn } from "../deadline.ts";
import type { Git } from "../git.ts";
import type { GitNeeds } from "../git-needs.ts";
import { askPaths } from "../repository.ts";
import { copyFiles } from "./copy-files.ts";
import { linkPaths } from "./link-paths.ts";
import type { Ends } from "./new-tree.ts";
import { readInclude, readWishes, type SetUpWishes } from "./wishes.ts";

/** Copying a large directory takes its time where the file system cannot share blocks. */
const PREPARE_MS = 2 * 60_000;

/** So many warnings are worth reading. */
const MAX_WARNINGS = 20;

/** What the user says about all repositories. */
export interface SetUpSettings extends SetUpWishes {
  /** Whether the lines that a repository asks for are run, or only shown. */
  readonly repositoryRun: boolean;
}

/** Makes new trees fit to work in: by what the user wants everywhere and the repository here. */
export function createSetUps({ git }: GitNeeds, everywhere: Partial<SetUpSettings> = {}): SetUps {
  const always = { copy: [], link: [], run: [], repositoryRun: true, ...everywhere };
  return {
    async commands(baseRepo) {
      const main = await findMain(git, baseRepo);
      return main === null ? always.run : linesOf(always, (await readWishes(main)).wishes);
    },
    async prepare(tree) {
      try {
        return await prepare(git, tree, always);
      } catch (error) {
        const warning = `the tree could not be set up: ${(error as Error).message}`;
        return { commands: [...always.run], warnings: [warning] };
      }
    },
  };
}

/** A line that is not run is shown: as a comment, on one line whatever it holds. */
function linesOf(always: SetUpSettings, asked: SetUpWishes): readonly string[] {
  const lines = always.repositoryRun
    ? asked.run
    : asked.run.map(
        (line) => `# not run, as worktree.repository_run says: ${JSON.stringify(line)}`,
      );
  return [...always.run, ...lines];
}

async function prepare(git: Git, tree: Worktree, always: SetUpSettings): Promise<SetUp> {
  const deadline = deadlineIn(PREPARE_MS);
  const ends = await findEnds(git, tree);
  // A bare repository has no checkout to take anything from.
  if (ends === null) return { commands: always.run, warnings: [] };
  const [asked, include] = await Promise.all([readWishes(ends.main), readInclude(ends.main)]);
  const copy = [...always.copy, ...asked.wishes.copy];
  const link = [...always.link, ...asked.wishes.link];
  const warnings = [...asked.warnings, ...include.warnings];
  if (copy.length > 0) {
    const wanted = { patterns: `${copy.join("\n")}\n`, ignoredOnly: false };
    warnings.push(...(await copyFiles(git, ends, wanted, deadline)));
  }
  if (include.patterns !== null) {
    const wanted = { patterns: include.patterns, ignoredOnly: true };
    warnings.push(...(await copyFiles(git, ends, wanted, deadline)));
  }
  warnings.push(...(await linkPaths(ends, link)));
  return { commands: linesOf(always, asked.wishes), warnings: shortened(warnings) };
}

async function findEnds(git: Git, tree: Worktree): Promise<Ends | null> {
  const main = await findMain(git, tree.baseRepo);
  return main === null ? null : { main, top: await realpath(tree.path) };
}

async function findMain(git: Git, baseRepo: string): Promise<string | null> {
  const found = await askPaths(git, baseRepo, ["--show-toplevel"], deadlineIn(10_000));
  const main = found.kind === "paths" ? (found.paths[0] ?? "") : "";
  return main === "" ? null : main;
}

function shortened(warnings: readonly string[]): readonly string[] {
  const more = warnings.length - MAX_WARNINGS;
  return more <= 0 ? warnings : [...warnings.slice(0, MAX_WARNINGS), `and ${more} more like these`];
}
