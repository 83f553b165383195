import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deviceRecords } from "../../adapters/access/device-records.ts";
import { secretFile } from "../../adapters/access/secret-file.ts";
import { Access } from "../../app/access/access.ts";
import type { Log } from "../../ports/log.ts";
import { type RunningServer, type ServerOptions, startServer } from "../server.ts";
import { FakeOperations } from "./fake-operations.ts";
import type { Target } from "./http.ts";

/** A real server on a free port and a socket in a directory of its own, over the app in memory. */
export interface TestServer {
  readonly operations: FakeOperations;
  readonly access: Access;
  readonly server: RunningServer;
  readonly token: string;
  readonly stateDir: string;
  readonly port: number;
  readonly tcp: Target;
  readonly unix: Target;
  /** Everything that was logged, as text. */
  readonly logged: string[];
  readonly shutdownsAsked: () => number;
  close(): Promise<void>;
}

/** Starts one; `options` over what a test usually wants. */
export async function testServer(options: Partial<ServerOptions> = {}): Promise<TestServer> {
  const stateDir = await mkdtemp(join(tmpdir(), "maestro-api-"));
  const logged: string[] = [];
  const write =
    (level: string): Log["info"] =>
    (message, facts) =>
      void logged.push(JSON.stringify({ level, message, ...facts }));
  const log: Log = { info: write("info"), warn: write("warn"), error: write("error") };
  const access = await Access.open({
    tokenFile: secretFile(join(stateDir, "token"), log),
    deviceStore: deviceRecords(stateDir, log),
    clock: { now: () => Date.now() },
    log,
  });
  const operations = new FakeOperations();
  const socketPath = join(stateDir, "maestro.sock");
  let shutdowns = 0;
  const server = await startServer({
    operations,
    access,
    log,
    version: "0.1.0",
    stateDir,
    socketPath,
    port: 0,
    onShutdown: () => {
      shutdowns += 1;
    },
    ...options,
  });
  const port = Number(server.url?.split(":").at(-1) ?? 0);
  return {
    operations,
    access,
    server,
    token: (await readFile(join(stateDir, "token"), "utf8")).trim(),
    stateDir,
    port,
    tcp: { host: "127.0.0.1", port },
    unix: { path: socketPath },
    logged,
    shutdownsAsked: () => shutdowns,
    async close() {
      await server.close();
      await rm(stateDir, { recursive: true, force: true });
    },
  };
}
