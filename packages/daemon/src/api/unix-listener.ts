import { chmod, lstat, rm } from "node:fs/promises";
import { connect, createServer, type Server, type Socket } from "node:net";
import { MaestroError } from "../domain/maestro-error.ts";

/** `sun_path` of Linux holds 108 bytes, of macOS 104, both with a NUL at the end. */
const LONGEST_PATH = 103;

/**
 * Listens on a Unix socket that its owner alone may open.
 *
 * @throws MaestroError `io_failed` where something else is at the path, or another daemon answers
 */
export async function listenOnUnixSocket(
  path: string,
  onConnection: (socket: Socket) => void,
): Promise<Server> {
  if (Buffer.byteLength(path) > LONGEST_PATH) {
    throw failed(path, `its path is longer than ${LONGEST_PATH} bytes`, "Choose a shorter one.");
  }
  await clearStaleSocket(path);
  // Half-open as the sockets of an HTTP server are: a client that has sent all still gets its answer.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, onConnection);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(failed(path, error.message, "", error)));
    // The mode comes from the umask while bind runs, and bind runs inside of `listen`: the socket
    // is never open to others, not even for a moment.
    const umask = process.umask(0o177);
    try {
      server.listen(path, resolve);
    } finally {
      process.umask(umask);
    }
  });
  await chmod(path, 0o600);
  return server;
}

/** Removes the socket of a daemon that was killed, and nothing else. */
async function clearStaleSocket(path: string): Promise<void> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw failed(path, error.message, "");
  });
  if (found === null) return;
  if (!found.isSocket() || found.uid !== process.getuid?.()) {
    throw failed(path, "something else is there", "Move it away and start again.");
  }
  if (await answers(path)) {
    throw failed(path, "another program answers there", "Stop it, or use another state directory.");
  }
  await rm(path, { force: true }).catch((error: Error) => {
    throw failed(path, error.message, "", error);
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = connect(path);
    probe.once("connect", () => {
      probe.destroy();
      resolve(true);
    });
    probe.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED" || error.code === "ENOENT") resolve(false);
      else reject(failed(path, error.message, ""));
    });
  });
}

function failed(path: string, why: string, advice: string, cause?: Error): MaestroError {
  return new MaestroError(
    "io_failed",
    `The daemon cannot listen on the socket ${path}: ${why}. ${advice}`.trim(),
    { cause },
  );
}
