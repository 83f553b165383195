import { lstat, mkdir, readdir, rename, rm } from "node:fs/promises";
import { createHash } from "node:crypto";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { MaestroError } from "../../domain/maestro-error.ts";
import { parseSessionId, type SessionId } from "../../domain/session.ts";
import { ensureFile, removeUnfinished } from "../fs/replace-file.ts";
import { HOLD_SCRIPT } from "./hold-script.ts";
import { releaseHelpersIn } from "./release-helper.ts";
import { tmuxConfig, type TmuxSettings } from "./tmux-config.ts";

/** Where the files of one session's terminal are. */
export interface TerminalPaths {
  readonly socket: string;
  readonly directory: string;
  /** Shell text with the command. */
  readonly command: string;
  /** What the wrapper's shell says on its standard error. */
  readonly said: string;
  /** How the command ended, written by the wrapper: `exit 0`, `signal 137`. */
  readonly status: string;
  /** FIFO on which the wrapper says that the command ended. */
  readonly events: string;
  /** FIFO on which the wrapper waits until the pane goes. */
  readonly hold: string;
  /** Which server and pane this is. */
  readonly server: string;
  /** Bytes that bring back modes which tmux cannot tell. */
  readonly modes: string;
}

/** A Unix socket's path holds 104 bytes on macOS and 108 on Linux; some are left for a suffix. */
const MAX_SOCKET_PATH = 100;
const SHORT_ID_LENGTH = 22;

/** What a session's directory is called while it is removed. */
const GONE = ".gone";

/** The directory with the sockets and FIFOs of all sessions, and the files that every server reads. */
export class RuntimeDirectory {
  readonly root: string;
  readonly config: string;
  readonly holdScript: string;

  private constructor(root: string) {
    this.root = root;
    this.config = join(root, "tmux.conf");
    this.holdScript = join(root, "hold.sh");
  }

  /** Below the state directory, or where that path is too long in a directory of ours below /tmp. */
  static async open(stateDir: string, settings: TmuxSettings): Promise<RuntimeDirectory> {
    const near = join(stateDir, "tmux");
    const fits = Buffer.byteLength(join(near, "x".repeat(SHORT_ID_LENGTH))) + 5 <= MAX_SOCKET_PATH;
    const root = fits ? near : join(tmpdir(), `maestro-${userInfo().uid}-${digest(stateDir)}`);
    await makePrivate(root);
    await removeUnfinished(root);
    await finishRemovals(root);
    const runtime = new RuntimeDirectory(root);
    // Replaced, not rewritten: a shell reads its script as it goes, and old sessions still read theirs.
    await ensureFile(runtime.config, tmuxConfig(settings));
    await ensureFile(runtime.holdScript, HOLD_SCRIPT);
    return runtime;
  }

  pathsOf(id: SessionId): TerminalPaths {
    const short = shortId(id);
    const directory = join(this.root, short);
    return {
      socket: join(this.root, `${short}.sock`),
      directory,
      command: join(directory, "command"),
      said: join(directory, "said"),
      status: join(directory, "status"),
      events: join(directory, "events"),
      hold: join(directory, "hold"),
      server: join(directory, "server.json"),
      modes: join(directory, "modes"),
    };
  }

  /** The sessions that have a directory or a socket here. */
  async sessions(): Promise<readonly SessionId[]> {
    const names = await readdir(this.root);
    const ids = names.map((name) => sessionOfShortId(name.replace(/\.sock$/, "")));
    return [...new Set(ids.filter((id) => id !== null))];
  }

  async remove(id: SessionId): Promise<void> {
    const paths = this.pathsOf(id);
    await releaseHelpersIn(paths.directory);
    await removeAtOnce(paths.directory);
    await rm(paths.socket, { force: true });
  }
}

/**
 * Removes a directory into which something may be written at this very moment (a terminal's modes,
 * what is typed): under another name nobody finds it any more, and it can be emptied.
 */
async function removeAtOnce(directory: string): Promise<void> {
  const gone = directory + GONE;
  const all = { recursive: true, force: true, maxRetries: 5, retryDelay: 10 } as const;
  await rm(gone, all);
  try {
    await rename(directory, gone);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  await rm(gone, all);
}

/** Removes the directories whose removal a crash cut off. */
async function finishRemovals(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (name.endsWith(GONE)) await rm(join(root, name), { recursive: true }).catch(() => {});
  }
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** The 16 bytes of a UUID in 22 characters that any file system takes, and back again. */
function shortId(id: SessionId): string {
  return Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
}

function sessionOfShortId(name: string): SessionId | null {
  if (!/^[A-Za-z0-9_-]{22}$/.test(name)) return null;
  const hex = Buffer.from(name, "base64url").toString("hex");
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return parseSessionId(id);
}

async function makePrivate(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const stat = await lstat(directory);
  const ours = stat.isDirectory() && stat.uid === userInfo().uid && (stat.mode & 0o077) === 0;
  if (!ours) {
    throw new MaestroError(
      "io_failed",
      `${directory} must be a directory of yours that nobody else can enter (mode 0700). Remove it or mend it, then start again.`,
    );
  }
}
