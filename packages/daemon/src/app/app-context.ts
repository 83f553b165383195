import type { SessionId } from "../domain/session.ts";
import type { Branches } from "../ports/branches.ts";
import type { Changes } from "../ports/changes.ts";
import type { Clock } from "../ports/clock.ts";
import type { Log } from "../ports/log.ts";
import type { ProcessTable } from "../ports/process-table.ts";
import type { Programs } from "../ports/programs.ts";
import type { Rescue } from "../ports/rescue.ts";
import type { ScreenModels } from "../ports/screen-models.ts";
import type { BootMemory, FinalScreens, Paths, SpawnHistory } from "../ports/session-files.ts";
import type { SetUps } from "../ports/set-up.ts";
import type { TerminalHost } from "../ports/terminal-host.ts";
import type { Worktrees } from "../ports/worktrees.ts";
import type { Attention } from "./attention/attention.ts";
import type { FocusRegistry } from "./attention/focus.ts";
import type { EventHub } from "./event-hub.ts";
import type { KeyedQueue } from "./keyed-queue.ts";
import type { KnownRepositories } from "./known-repositories.ts";
import type { RetainedWorktrees } from "./retained-worktrees.ts";
import type { SessionStore } from "./session-store.ts";
import type { Terminal } from "./terminal/terminal.ts";
import type { TypedRequests } from "./typed-requests.ts";
import type { TreeSizes } from "./tree-sizes.ts";

/** How commands are started. */
export interface CommandSettings {
  /** What every command's environment begins with. */
  readonly baseEnv: Readonly<Record<string, string>>;
  /** The user's shell, for shell lines and for sessions without a command. */
  readonly shell: string;
  /** The program that agents call from their hooks; the agent's id is added to it. */
  readonly hookCommand: readonly string[];
  /** The daemon's address, or null where it has none. Asked when a session starts. */
  readonly url: () => string | null;
  /** The secret with which a session may report for itself. */
  readonly ticketOf: (id: SessionId) => string;
}

/** What the operations on sessions work with. Made once, by the composition root. */
export interface AppContext {
  readonly store: SessionStore;
  readonly retained: RetainedWorktrees;
  /** Reclaims of one path, whoever asks for them: they never overlap. */
  readonly reclaims: KeyedQueue<string>;
  readonly attention: Attention;
  readonly focus: FocusRegistry;
  readonly hub: EventHub;
  /** The terminals of running sessions. */
  readonly terminals: Map<SessionId, Terminal>;
  readonly host: TerminalHost;
  readonly models: ScreenModels;
  /** How much of each session's stream is kept in case that its model fails. */
  readonly rawTailBytes: number;
  readonly worktrees: Worktrees;
  readonly rescue: Rescue;
  readonly sizes: TreeSizes;
  readonly changes: Changes;
  readonly branches: Branches;
  readonly setUps: SetUps;
  /** The repositories in which saved states may be. */
  readonly repositories: KnownRepositories;
  readonly programs: Programs;
  readonly processes: ProcessTable;
  readonly finalScreens: FinalScreens;
  readonly typed: TypedRequests;
  readonly history: SpawnHistory;
  readonly boot: BootMemory;
  readonly paths: Paths;
  readonly commands: CommandSettings;
  readonly clock: Clock;
  readonly log: Log;
}
