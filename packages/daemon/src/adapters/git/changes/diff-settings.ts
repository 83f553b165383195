// A diff looks the same whatever the user has set, and runs no program of theirs.

/** A file larger than this is shown as changed, but git does not compare its lines. */
export const MAX_COMPARED_BYTES = 2 * 1024 * 1024;

const SETTINGS = [
  "diff.autoRefreshIndex=true",
  "diff.suppressBlankEmpty=false",
  "diff.mnemonicPrefix=false",
  "diff.noprefix=false",
  `core.bigFileThreshold=${MAX_COMPARED_BYTES}`,
];

/** Arguments up to the formats and what is compared. */
export const DIFF_ARGUMENTS: readonly string[] = [
  ...SETTINGS.flatMap((setting) => ["-c", setting]),
  "diff",
  "--no-ext-diff",
  "--no-textconv",
  "--no-color",
  "--no-relative",
  "--find-renames",
  "-l1000",
  "-O/dev/null",
  "--ignore-submodules=none",
  "--submodule=short",
  "--diff-algorithm=default",
  "--src-prefix=a/",
  "--dst-prefix=b/",
];

/** The format of a patch; asking for lines around a change already means one. */
export const PATCH_ARGUMENTS: readonly string[] = [
  "--patch",
  "--unified=3",
  "--inter-hunk-context=0",
];
