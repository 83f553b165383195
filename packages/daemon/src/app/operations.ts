import type { Command } from "@maestro/protocol";
import type { RetainedWorktree } from "../domain/retained-worktree.ts";
import type { Exit, Json, Session, Size } from "../domain/session.ts";
import type { Notice } from "../ports/notifier.ts";
import type { WorktreeWish } from "../ports/worktrees.ts";
import type { AttentionOperations } from "./attention-operations.ts";
import type { WorktreeOperations } from "./worktree-operations.ts";

/** A session to be started, its shape checked, its content not yet. */
export interface CreateRequest {
  readonly cwd: string;
  readonly command: Command;
  readonly env: Readonly<Record<string, string>>;
  readonly name: string | null;
  readonly metadata: Readonly<Record<string, Json>>;
  readonly worktree: WorktreeWish | null;
  /** The agent's id where it is not to be recognised; "none" for no agent. */
  readonly agent: string | null;
  /** What the agent is to begin with. */
  readonly prompt: string | null;
  readonly size: Size | null;
}

/** A new name (blank clears it) and metadata to merge (null deletes a key). */
export interface SessionChange {
  readonly name: string | null;
  readonly metadata: Readonly<Record<string, Json>> | null;
}

/** Text to type and whether Enter follows. */
export interface InputRequest {
  readonly text: string;
  readonly submit: boolean;
  readonly requestId: string | null;
}

/** A screen as a script gets it. */
export interface ScreenAnswer extends Size {
  readonly format: "text" | "ansi";
  readonly cursor: { readonly x: number; readonly y: number };
  readonly title: string;
  readonly content: string;
}

/** A session that runs again, and what was started. */
export interface Resumption {
  readonly session: Session;
  /** Its old conversation, or only the command anew. */
  readonly resumed: "conversation" | "command";
}

/** One change, with its place in the stream. The same object goes to every subscriber. */
export type StreamEvent =
  | { readonly type: "session_added"; readonly seq: string; readonly session: Session }
  | { readonly type: "session_updated"; readonly seq: string; readonly session: Session }
  | { readonly type: "session_removed"; readonly seq: string; readonly id: string }
  | {
      readonly type: "worktree_retained";
      readonly seq: string;
      readonly worktree: RetainedWorktree;
    }
  | { readonly type: "worktree_released"; readonly seq: string; readonly path: string }
  | {
      readonly type: "session_asks";
      readonly seq: string;
      readonly id: string;
      readonly event: Notice["event"];
      readonly detail: string;
    };

/** Everything there is at one place in the stream. */
export interface StreamSnapshot {
  readonly seq: string;
  readonly sessions: readonly Session[];
  readonly worktrees: readonly RetainedWorktree[];
}

/** The event stream. No event falls between a snapshot and the next event heard in the same tick. */
export interface EventStream {
  snapshot(): StreamSnapshot;
  /** Answers the function that ends the subscription. A listener must not throw. */
  listen(listener: (event: StreamEvent) => void): () => void;
}

/** A control message to one attached client, in order with the bytes. */
export type ViewerFrame =
  | ({ readonly type: "attached"; readonly session: Session } & Size)
  | { readonly type: "live" }
  | ({ readonly type: "resized" } & Size)
  | ({ readonly type: "resync" } & Size)
  | { readonly type: "ended"; readonly exit: Exit | null };

/** One attached client, as the terminal sees it. Neither call may throw or block. */
export interface Viewer {
  control(frame: ViewerFrame): void;
  bytes(chunk: Uint8Array): void;
  /** Bytes handed over and not yet taken by the network. */
  readonly queuedBytes: number;
  /** The terminal is gone (session removed, daemon stops): nothing more will come. */
  closed(reason: "removed" | "stopping"): void;
}

/** What an attached client can do. Input for a session that has ended is ignored. */
export interface Attachment {
  /**
   * Applied in the order of the calls, each as one unit. A promise that is answered resolves, and
   * never rejects, when the program's terminal has taken the unit: whoever reads from a client stops
   * reading while too much waits.
   */
  input(bytes: Uint8Array): void | Promise<void>;
  paste(text: string): void | Promise<void>;
  /** Claims a size; a viewer that attached without a claim starts to claim with its first. */
  resize(size: Size): void;
  focus(focused: boolean): void;
  /** The network took everything that was queued. */
  drained(): void;
  leave(): void;
}

/** How a client attaches. */
export interface AttachRequest {
  /** The size it claims, or null where it takes the pane's as it is. */
  readonly claim: Size | null;
}

/** Counts and facts for the owner. */
export interface DaemonFacts {
  readonly sessions: { readonly running: number; readonly dead: number; readonly dormant: number };
  readonly recovered: boolean;
  readonly tmux: string;
  readonly git: string;
  /** The home directory that sessions start with; null where the daemon has none itself. */
  readonly home: string | null;
}

/**
 * Everything a client can ask of maestro. An id is any text a client sent; an unknown one is refused
 * with `not_found`. A call for a session that is still being looked for after a restart waits for
 * that session alone.
 */
export interface Operations extends WorktreeOperations, AttentionOperations {
  readonly events: EventStream;
  facts(): DaemonFacts;
  sessions(): readonly Session[];
  session(id: string): Promise<Session>;
  create(request: CreateRequest): Promise<Session>;
  update(id: string, change: SessionChange): Promise<Session>;
  kill(id: string, force: boolean): Promise<void>;
  /** Answers the stream's place just before the text was typed. */
  sendInput(id: string, input: InputRequest): Promise<{ readonly seq: string }>;
  screen(id: string, format: "text" | "ansi", scrollback: number): Promise<ScreenAnswer>;
  attach(id: string, request: AttachRequest, viewer: Viewer): Promise<Attachment>;
  resume(id: string): Promise<Resumption>;
}
