import type { RetainedWorktree } from "../../domain/retained-worktree.ts";
import { nameOf, type Session, type SessionId } from "../../domain/session.ts";
import type { AppContext } from "../app-context.ts";
import { Attention } from "../attention/attention.ts";
import { FocusRegistry } from "../attention/focus.ts";
import { EventHub } from "../event-hub.ts";
import { KeyedQueue } from "../keyed-queue.ts";
import { KnownRepositories } from "../known-repositories.ts";
import type { StreamEvent } from "../operations.ts";
import { RetainedWorktrees } from "../retained-worktrees.ts";
import { SessionStore } from "../session-store.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { TypedRequests } from "../typed-requests.ts";
import { TreeSizes } from "../tree-sizes.ts";
import { FakeBoot, FakePaths, MemoryHistory, MemoryNotes, MemoryScreens } from "./fake-files.ts";
import { FakeRescue, noBranches, noChanges, noSetUps } from "./fake-git.ts";
import { FakeHost } from "./fake-host.ts";
import { FakeModels } from "./fake-models.ts";
import { FakeProcesses } from "./fake-processes.ts";
import { FakeWorktrees } from "./fake-worktrees.ts";
import { Journal, RecordingLog } from "./journal.ts";
import { MemoryRecords } from "./memory-records.ts";

/** A clock that a test sets. */
class TestClock {
  time = 1_000_000;

  now(): number {
    return this.time;
  }
}

/** The app over ports in memory. Everything that happens is in the journal, in order. */
export function testApp() {
  const journal = new Journal();
  const log = new RecordingLog();
  const clock = new TestClock();
  const hub = new EventHub("run");
  const events: StreamEvent[] = [];
  hub.listen((event) => {
    events.push(event);
    journal.note(`event: ${tellEvent(event)}`);
  });
  const records = new MemoryRecords<Session>({
    keyOf: ({ id }) => id,
    tell: (session) => `session ${tellLife(session)}`,
    journal,
  });
  const retainedRecords = new MemoryRecords<RetainedWorktree>({
    keyOf: ({ path }) => path,
    tell: ({ path, reason }) => `entry ${path} ${reason}`,
    journal,
  });
  const paths = new FakePaths();
  const notes = new MemoryNotes();
  const fakes = {
    host: new FakeHost(journal),
    models: new FakeModels(),
    worktrees: new FakeWorktrees(journal),
    rescue: new FakeRescue(journal),
    sizes: new TreeSizes({ of: async () => 4096 }, clock),
    changes: noChanges,
    branches: noBranches,
    setUps: noSetUps,
    programs: { find: async () => null, readText: async () => null },
    processes: new FakeProcesses(),
    finalScreens: new MemoryScreens(),
    history: new MemoryHistory(),
    boot: new FakeBoot(),
    paths,
    rawTailBytes: 0,
    clock,
    log,
  };
  const store = new SessionStore(records, hub, log);
  const focus = new FocusRegistry(clock);
  const context: AppContext = {
    ...fakes,
    typed: new TypedRequests(notes, log),
    hub,
    store,
    focus,
    attention: new Attention({ store, hub, focus, clock, reportTtlMs: 300_000 }),
    retained: new RetainedWorktrees({
      records: retainedRecords,
      keyOf: (path) => path,
      paths,
      hub,
      clock,
    }),
    reclaims: new KeyedQueue(),
    repositories: new KnownRepositories(
      new MemoryRecords({ keyOf: ({ root }) => root, tell: ({ root }) => `repo ${root}`, journal }),
    ),
    terminals: new Map<SessionId, Terminal>(),
    commands: {
      baseEnv: { PATH: "/bin" },
      shell: "/bin/sh",
      hookCommand: ["maestro-hook"],
      url: () => "http://127.0.0.1:1",
      ticketOf: (id) => `ticket of ${id}`,
    },
  };
  return {
    ...fakes,
    notes,
    context,
    store,
    hub,
    events,
    journal,
    records,
    retainedRecords,
  };
}

/** The app over ports in memory, with all its parts. */
export type TestApp = ReturnType<typeof testApp>;

function tellLife({ life, ending }: Session): string {
  const end = ending === null ? "" : " ending";
  return life.phase === "dead"
    ? `dead ${life.settled ? "settled" : "unsettled"}${end}`
    : `${life.phase}${end}`;
}

function tellEvent(event: StreamEvent): string {
  switch (event.type) {
    case "session_added":
    case "session_updated":
      return `${event.type} ${tellLife(event.session)} ${nameOf(event.session) ?? "-"}`;
    case "session_removed":
      return `${event.type} ${event.id}`;
    case "worktree_retained":
      return `${event.type} ${event.worktree.path}`;
    case "worktree_released":
      return `${event.type} ${event.path}`;
    case "session_asks":
      return `${event.type} ${event.event} ${event.detail}`;
    default:
      return event satisfies never;
  }
}
