// Settings given explicitly, so that no answer depends on what a user, a repository or an agent
// has configured.

/** For every call. */
const ALWAYS = [
  // A monitor would answer for the files, or be started and stay behind in the tree.
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  // With `minimal` an edit that keeps size and second goes unseen.
  "core.checkStat=default",
  "core.trustctime=true",
  // Would mark every file of a new tree as assume-unchanged.
  "core.ignoreStat=false",
  // git's own look before a removal obeys these two.
  "status.showUntrackedFiles=all",
  "diff.ignoreSubmodules=none",
  "submodule.recurse=false",
  "color.ui=false",
  "core.quotePath=false",
  // A repository that came from a Mac says so of its file system: here it hides `A.txt` beside
  // `a.txt`. On one that does fold case, no more than a renamed file shows twice.
  ...(process.platform === "linux" ? ["core.ignoreCase=false"] : []),
];

/** For calls that must not change anything. */
const READING = [
  // A temporary index would otherwise run the user's post-index-change hook.
  "core.hooksPath=/dev/null",
  "core.warnAmbiguousRefs=false",
  "log.showSignature=false",
  "i18n.logOutputEncoding=UTF-8",
  "sparse.expectFilesOutsideOfPatterns=false",
  "status.submoduleSummary=false",
  // A temporary index must not leave a shared part in the repository.
  "core.splitIndex=false",
];

const asArguments = (settings: readonly string[]): readonly string[] =>
  settings.flatMap((setting) => ["-c", setting]);

/** Arguments in front of a reading subcommand. */
export const READ_ARGUMENTS: readonly string[] = asArguments([...ALWAYS, ...READING]);

/** Arguments in front of a writing subcommand; the user's hooks stay the user's. */
export const WRITE_ARGUMENTS: readonly string[] = asArguments(ALWAYS);
