import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { MaestroError } from "../../domain/maestro-error.ts";

/** A hold on a state directory that ends with this process, however it ends. */
export interface InstanceLock {
  release(): Promise<void>;
}

/**
 * Makes sure that one daemon at most works on a state directory. On Linux by an abstract Unix
 * socket, which the kernel frees whatever happens to the process; elsewhere by a bound socket that
 * counts only while somebody answers on it.
 *
 * @throws MaestroError `already_running`.
 */
export async function lockInstance(
  stateDir: string,
  platform: NodeJS.Platform,
): Promise<InstanceLock> {
  const server = createServer((socket) => socket.destroy());
  if (platform === "linux") {
    const name = createHash("sha256").update(stateDir).digest("hex").slice(0, 32);
    if (!(await bind(server, `\0maestro-${userInfo().uid}-${name}`))) throw taken(stateDir);
  } else {
    const path = join(stateDir, "daemon.lock");
    if (!(await bind(server, path))) {
      if (await answers(path)) throw taken(stateDir);
      await rm(path, { force: true });
      if (!(await bind(server, path))) throw taken(stateDir);
    }
  }
  server.unref();
  return { release: () => new Promise((resolve) => server.close(() => resolve())) };
}

function taken(stateDir: string): MaestroError {
  return new MaestroError(
    "already_running",
    `Another daemon works on ${stateDir} already. "maestro status" shows it.`,
  );
}

function bind(server: Server, address: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      if (error.code === "EADDRINUSE") resolve(false);
      else reject(error);
    };
    server.once("error", failed);
    server.listen(address, () => {
      server.off("error", failed);
      resolve(true);
    });
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const answer = (alive: boolean): void => {
      socket.destroy();
      resolve(alive);
    };
    socket.setTimeout(2_000, () => answer(true));
    socket.once("connect", () => answer(true));
    socket.once("error", () => answer(false));
  });
}
