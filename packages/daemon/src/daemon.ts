import { join } from "node:path";
import { userInfo } from "node:os";
import { deviceRecords } from "./adapters/access/device-records.ts";
import { secretFile } from "./adapters/access/secret-file.ts";
import { bootMemory } from "./adapters/fs/boot-memory.ts";
import { configPath, readConfig } from "./adapters/fs/config-file.ts";
import { lastPort, writeDaemonFile } from "./adapters/fs/daemon-file.ts";
import { diskUsage } from "./adapters/fs/disk-usage.ts";
import { finalScreens } from "./adapters/fs/final-screens.ts";
import { inputNotes } from "./adapters/fs/input-notes.ts";
import { lockInstance } from "./adapters/fs/instance-lock.ts";
import { logFile } from "./adapters/fs/log-file.ts";
import { paths } from "./adapters/fs/paths.ts";
import { recordDirectory, type RecordCodec } from "./adapters/fs/record-directory.ts";
import { removeUnfinished } from "./adapters/fs/replace-file.ts";
import { programs } from "./adapters/fs/programs.ts";
import { repositoryCodec } from "./adapters/fs/repository-record.ts";
import { retainedCodec, retainedKey } from "./adapters/fs/retained-record.ts";
import { sessionCodec } from "./adapters/fs/session-record.ts";
import { spawnHistory } from "./adapters/fs/spawn-history.ts";
import { openStateDirectory } from "./adapters/fs/state-directory.ts";
import { createGitLayer } from "./adapters/git/git-layer.ts";
import { namingModel } from "./adapters/naming/naming-model.ts";
import { notifyCommand } from "./adapters/notify/notify-command.ts";
import { createProcessTable } from "./adapters/process-table/process-table.ts";
import { createScreenModels } from "./adapters/screen-model/screen-models.ts";
import { RuntimeDirectory } from "./adapters/tmux/runtime-directory.ts";
import { Tmux } from "./adapters/tmux/tmux.ts";
import { TmuxHost } from "./adapters/tmux/tmux-host.ts";
import { type RunningServer, startServer } from "./api/server.ts";
import { Access } from "./app/access/access.ts";
import type { AppContext } from "./app/app-context.ts";
import { Attention } from "./app/attention/attention.ts";
import { Autonaming } from "./app/attention/autonaming.ts";
import { FocusRegistry } from "./app/attention/focus.ts";
import { Notifications } from "./app/attention/notifications.ts";
import { tellClients } from "./app/attention/tell-clients.ts";
import { EventHub } from "./app/event-hub.ts";
import { Indicator } from "./app/indicator.ts";
import { KeyedQueue } from "./app/keyed-queue.ts";
import { KnownRepositories } from "./app/known-repositories.ts";
import { maestro } from "./app/maestro.ts";
import { Adoptions, recover } from "./app/recover.ts";
import { RetainedWorktrees } from "./app/retained-worktrees.ts";
import { SessionStore } from "./app/session-store.ts";
import { TreeSizes } from "./app/tree-sizes.ts";
import { TypedRequests } from "./app/typed-requests.ts";
import { SessionWatch } from "./app/watch-sessions.ts";
import { withoutMisleading } from "./domain/environment.ts";
import { faultPoints } from "./fault-points.ts";
import type { Log } from "./ports/log.ts";
import type { RecordStore } from "./ports/record-store.ts";
import { checkVersions } from "./domain/required-versions.ts";

/** What the daemon is started with. */
export interface DaemonOptions {
  readonly stateDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** The file that a screen model's worker thread is started from. */
  readonly workerEntry: URL;
  /** The program that agents call from their hooks. */
  readonly hookEntry: string;
  /** Somebody asked the daemon to stop. */
  readonly onShutdown: () => void;
}

/** A daemon that answers. */
export interface RunningDaemon {
  readonly url: string | null;
  readonly socket: string;
  /** Stops answering and lets go of the sessions, which go on. */
  stop(): Promise<void>;
}

/** How long a change that is under way may take when the daemon stops. */
const STOP_DEADLINE_MS = 10_000;

const LONGEST_SOCKET_PATH = 100;

/** The composition root: the only place where adapters are made. */
export async function startDaemon(options: DaemonOptions): Promise<RunningDaemon> {
  const { env } = options;
  const state = await openStateDirectory(options.stateDir);
  const lock = await lockInstance(state.root, process.platform);
  await removeUnfinished(state.root);
  const log = logFile(state.log);
  const clock = { now: () => Date.now() };
  const baseEnv = withoutMisleading(env);
  const points = faultPoints(env["MAESTRO_FAULT_AT"]);
  const config = await readConfig(configPath(env), env);

  const runtime = await RuntimeDirectory.open(state.root, { historyLimit: config.scrollbackLines });
  const processes = createProcessTable();
  const toolEnv = { PATH: env["PATH"] ?? "/usr/bin:/bin", HOME: env["HOME"] ?? "/", LC_ALL: "C" };
  const tmux = new TmuxHost({ tmux: new Tmux("tmux", toolEnv), processes }, runtime);
  const host = points(tmux, ["start", "end", "clear"]);
  const git = createGitLayer({
    worktreesDir: config.worktreesDir,
    precious: config.precious,
    setUp: config.setUp,
    env,
    log,
    livesIn: (path) => processes.livesIn(path),
  });
  const versions = checkVersions({
    tmux: await host.version(),
    git: await git.worktrees.version(),
  });

  const hub = new EventHub(Date.now().toString(36));
  const recordsIn = <T>(directory: string, codec: RecordCodec<T>): RecordStore<T> =>
    points(recordDirectory(directory, codec, log), ["write", "remove"]);
  const sessionRecords = recordsIn(state.sessions, sessionCodec);
  const access = await Access.open({
    tokenFile: secretFile(state.token, log),
    deviceStore: deviceRecords(state.root, log),
    clock,
    log,
  });
  let url: string | null = null;
  const store = new SessionStore(sessionRecords, hub, log);
  const focus = new FocusRegistry(clock);
  const reportTtlMs = config.reportTtlMinutes * 60_000;
  const { historyDays: keepDays } = config;
  const history = spawnHistory({ path: state.history, keepDays, now: clock.now });
  const notes = inputNotes((id) => host.directoryOf(id));
  const context: AppContext = {
    store,
    attention: new Attention({ store, hub, focus, clock, reportTtlMs }),
    focus,
    retained: new RetainedWorktrees({
      records: recordsIn(state.worktrees, retainedCodec),
      keyOf: retainedKey,
      paths,
      hub,
      clock,
    }),
    hub,
    terminals: new Map(),
    host,
    models: createScreenModels({ workerEntry: options.workerEntry }),
    rawTailBytes: config.rawTailBytes,
    ...git,
    worktrees: points(git.worktrees, ["create", "remove", "undo"]),
    sizes: new TreeSizes(diskUsage(toolEnv), clock),
    rescue: points(git.rescue, ["save", "removeSaved"]),
    reclaims: new KeyedQueue(),
    repositories: new KnownRepositories(recordsIn(state.repositories, repositoryCodec)),
    programs,
    processes,
    typed: new TypedRequests(points(notes, ["write"]), log),
    finalScreens: points(finalScreens(state.sessions), ["write", "remove"]),
    history,
    boot: bootMemory(state.bootId, {
      file: env["MAESTRO_BOOT_ID_FILE"] ?? "/proc/sys/kernel/random/boot_id",
      platform: process.platform,
    }),
    paths,
    commands: {
      baseEnv,
      shell: env["SHELL"] ?? userInfo().shell ?? "/bin/sh",
      hookCommand: [process.execPath, options.hookEntry],
      url: () => url,
      ticketOf: (id) => access.ticketFor(id),
    },
    clock,
    log,
  };
  const loaded = await sessionRecords.load();
  for (const session of loaded.records) context.store.load(session);
  await context.retained.load();
  await context.repositories.load();
  await history.compact().catch((error: Error) => {
    log.warn("the spawn history could not be compacted", { error: error.message });
  });

  const adoptions = new Adoptions();
  const indicator = new Indicator(context);
  const autonaming = new Autonaming(context, namingModel(config.autoname, { env, log }));
  const watch = new SessionWatch(context, indicator);
  const { notify } = config;
  const command = notify === null ? null : notifyCommand(notify, baseEnv);
  const notifications = new Notifications(context, tellClients(hub, command));
  const nearSocket = Buffer.byteLength(state.socket) <= LONGEST_SOCKET_PATH;
  const socket = nearSocket ? state.socket : join(runtime.root, "daemon.sock");
  const operations = maestro(context, { adoptions, indicator, autonaming, versions });
  const listen = (port: number | null): Promise<RunningServer> =>
    startServer({
      operations,
      access,
      log,
      version: options.version,
      stateDir: state.root,
      runtimeDir: runtime.root,
      socketPath: socket,
      port,
      host: config.listen,
      allowInsecureListen: config.allowInsecureListen,
      allowedHosts: config.allowedHosts,
      onShutdown: options.onShutdown,
    });
  const server = await listenWhereLast(listen, config.port, {
    last: await lastPort(state.daemonFile),
    log,
  });
  url = server.url;
  const whereabouts = { pid: process.pid, url, socket, version: options.version };
  await writeDaemonFile(state.daemonFile, whereabouts).catch((error: Error) => {
    // What the last daemon wrote mostly still says where clients find this one.
    log.error("where the daemon is could not be written down", { error: error.message });
  });
  log.info("up", { url, socket, pid: process.pid, sessions: loaded.records.length, ...versions });

  const recovered = recover(context, adoptions, loaded).then(
    () => {
      notifications.begin();
      watch.start();
    },
    (error: Error) => log.error("recovery failed", { error: error.message }),
  );

  return {
    url,
    socket,
    async stop() {
      await within(STOP_DEADLINE_MS, recovered);
      await watch.stop();
      notifications.stop();
      await server.close();
      await within(STOP_DEADLINE_MS, context.store.idle());
      for (const terminal of context.terminals.values()) {
        await terminal.pane?.detach();
        terminal.close("stopping");
      }
      await context.models.stop();
      log.info("stopped; sessions go on", { sessions: context.terminals.size });
      await lock.release();
    },
  };
}

/**
 * Listens on the configured port. Where any will do, on the last one: running sessions know the
 * daemon by its address. Another program that has taken that port meanwhile is no reason not to
 * start.
 */
async function listenWhereLast(
  listen: (port: number | null) => Promise<RunningServer>,
  configured: number,
  { last, log }: { readonly last: number | null; readonly log: Log },
): Promise<RunningServer> {
  if (configured === -1) return listen(null);
  if (configured > 0 || last === null) return listen(configured);
  try {
    return await listen(last);
  } catch (error) {
    log.warn("the last port is taken; sessions that still run know the daemon by it", {
      port: last,
      error: (error as Error).message,
    });
    return listen(0);
  }
}

async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
