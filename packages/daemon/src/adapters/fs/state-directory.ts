import { chmod, lstat, mkdir, realpath } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { MaestroError } from "../../domain/maestro-error.ts";

/** Where everything of one daemon is on disk. */
export interface StateDirectory {
  /** The real path: two links to one directory are one state directory. */
  readonly root: string;
  readonly sessions: string;
  readonly worktrees: string;
  readonly devices: string;
  readonly repositories: string;
  readonly history: string;
  readonly bootId: string;
  readonly token: string;
  readonly daemonFile: string;
  readonly log: string;
  readonly socket: string;
}

/**
 * Makes the state directory or takes the one that is there: a directory of ours that nobody else may
 * enter. A looser mode of our own directory is tightened; somebody else's is refused.
 */
export async function openStateDirectory(path: string): Promise<StateDirectory> {
  const root = await makeDirectory(path);
  const found = await lstat(root);
  if (!found.isDirectory() || found.uid !== userInfo().uid) {
    throw refused(`The state directory ${path} is not a directory of yours`);
  }
  if ((found.mode & 0o077) !== 0) await chmod(root, 0o700);
  return {
    root,
    sessions: join(root, "sessions"),
    worktrees: join(root, "worktrees"),
    devices: join(root, "devices"),
    repositories: join(root, "repositories"),
    history: join(root, "spawn-history.jsonl"),
    bootId: join(root, "boot-id"),
    token: join(root, "token"),
    daemonFile: join(root, "daemon.json"),
    log: join(root, "daemon.log"),
    socket: join(root, "daemon.sock"),
  };
}

/** The real path of a directory, which is made where it is not there. */
async function makeDirectory(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return await realpath(path);
  } catch (error) {
    const { message } = error as Error;
    throw refused(`The state directory ${path} cannot be made or entered (${message})`);
  }
}

function refused(what: string): MaestroError {
  return new MaestroError("io_failed", `${what}. Choose another one with MAESTRO_STATE_DIR.`);
}
