import type { AppContext } from "./app-context.ts";
import type { KnownProject, RecentDirectory } from "./worktree-operations.ts";

/** A picker shows no more. */
const MAX_RECENT = 30;

/** Where sessions were started, newest first, one row for each directory. */
export async function recentDirectories(context: AppContext): Promise<readonly RecentDirectory[]> {
  const byDirectory = new Map<string, RecentDirectory>();
  for (const { directory, at } of await context.history.read()) {
    const known = byDirectory.get(directory);
    const lastUsedAt = Math.max(at, known?.lastUsedAt ?? 0);
    byDirectory.set(directory, { directory, lastUsedAt, starts: (known?.starts ?? 0) + 1 });
  }
  return [...byDirectory.values()].sort((a, b) => b.lastUsedAt - a.lastUsedAt).slice(0, MAX_RECENT);
}

/** Everything known from history and sessions, folded by main checkout. */
export async function knownProjects(context: AppContext): Promise<readonly KnownProject[]> {
  const projects = new Map<string, KnownProject>();
  const note = (root: string, isRepository: boolean, seen: Seen): void => {
    const known = projects.get(root);
    projects.set(root, {
      root,
      isRepository: isRepository || (known?.isRepository ?? false),
      starts: (known?.starts ?? 0) + seen.starts,
      liveSessions: (known?.liveSessions ?? 0) + seen.live,
      lastUsedAt: Math.max(known?.lastUsedAt ?? 0, seen.at),
    });
  };
  for (const { directory, repo, at } of await context.history.read()) {
    note(repo ?? directory, repo !== null, { starts: 1, live: 0, at });
  }
  for (const session of context.store.list()) {
    const live = session.life.phase === "running" ? 1 : 0;
    const at = session.createdAt;
    note(session.repo?.root ?? session.cwd, session.repo !== null, { starts: 0, live, at });
  }
  return [...projects.values()].sort((a, b) => b.lastUsedAt - a.lastUsedAt);
}

interface Seen {
  readonly starts: number;
  readonly live: number;
  readonly at: number;
}
