import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ScratchRepository } from "./scratch-repository.ts";
import { liveTmuxSessions, stateFiles } from "./session-traces.ts";
import type { TestDaemon } from "./test-daemon.ts";

/**
 * Everything on this machine that no session and no entry answers for, and every session or entry
 * with nothing behind it. Empty when all is accounted for.
 */
export async function unaccounted(
  daemon: TestDaemon,
  repository: ScratchRepository,
  knownBranches: ReadonlySet<string>,
): Promise<string[]> {
  const sessions = await daemon.api.listSessions();
  const entries = (await daemon.api.listWorktrees()).filter(({ reason }) => reason !== null);
  const live = await liveTmuxSessions(daemon);
  const ids = new Set(sessions.map(({ id }) => id));
  const running = new Set(sessions.flatMap(({ id, status }) => (status === "running" ? [id] : [])));
  const held = sessions.flatMap(({ worktree }) => (worktree === null ? [] : [worktree]));
  const answeredFor = new Set([...held, ...entries].map(({ path }) => path));
  const branches = new Set([...held, ...entries].map(({ branch }) => branch));
  const trees = [...repository.trees(), ...(await directories(daemon))];
  const records = await stateFiles(daemon, "sessions");
  const runtime = (await stateFiles(daemon, "tmux")).filter((name) => name.length >= 22);
  return [
    ...live.filter((id) => !running.has(id)).map((id) => `tmux of ${id} without a session`),
    ...[...running].filter((id) => !live.includes(id)).map((id) => `${id} without its tmux`),
    ...trees.filter((path) => !answeredFor.has(path)).map((path) => `tree ${path}`),
    ...[...answeredFor].filter((path) => !trees.includes(path)).map((path) => `no tree at ${path}`),
    ...repository
      .branches()
      .filter((name) => name !== "main" && !branches.has(name) && !knownBranches.has(name))
      .map((name) => `branch ${name}`),
    ...records.filter((name) => !/\.(json|screen)$/.test(name)).map((name) => `file ${name}`),
    ...records
      .filter((name) => !ids.has(name.slice(0, 36)))
      .map((name) => `record ${name} of no session`),
    ...runtime
      .filter((name) => !running.has(idOf(name)))
      .map((name) => `runtime ${name} of no running session`),
  ];
}

/** The directories below the place where worktrees are made, whether git knows them or not. */
async function directories(daemon: TestDaemon): Promise<string[]> {
  const root = join(daemon.home, ".local/share/maestro/worktrees");
  const homes = await readdir(root).catch(() => []);
  const trees = await Promise.all(
    homes.map(async (home) => {
      const names = await readdir(join(root, home), { withFileTypes: true });
      return names.flatMap((name) => (name.isDirectory() ? [join(root, home, name.name)] : []));
    }),
  );
  return trees.flat();
}

/** The session of a socket or directory in the runtime directory: its id in base64url. */
function idOf(name: string): string {
  const hex = Buffer.from(name.replace(/\.sock$/, ""), "base64url").toString("hex");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
