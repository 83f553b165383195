import { MaestroError } from "./maestro-error.ts";

const REQUIRED = { tmux: [3, 2], git: [2, 31] } as const;

const FAILURE = { tmux: "tmux_failed", git: "worktree_failed" } as const;

type Tool = keyof typeof REQUIRED;

/** True where a version as a tool prints it ("3.3a", "2.39.5") is at least the one that is needed. */
export function isRecentEnough(tool: Tool, version: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10) || 0);
  const [needMajor, needMinor] = REQUIRED[tool];
  return major > needMajor || (major === needMajor && minor >= needMinor);
}

/** @throws MaestroError that says which program is missing or too old, and what to install. */
export function checkVersions(found: Readonly<Record<Tool, string | null>>): Record<Tool, string> {
  const checked = (tool: Tool): string => {
    const version = found[tool];
    const needed = REQUIRED[tool].join(".");
    if (version === null) {
      throw new MaestroError(
        FAILURE[tool],
        `${tool} is not installed (or not on the PATH). Install ${tool} ${needed} or newer, then start again.`,
      );
    }
    if (!isRecentEnough(tool, version)) {
      throw new MaestroError(
        FAILURE[tool],
        `${tool} ${version} is too old: maestro needs ${needed} or newer. Update ${tool}, then start again.`,
      );
    }
    return version;
  };
  return { tmux: checked("tmux"), git: checked("git") };
}
