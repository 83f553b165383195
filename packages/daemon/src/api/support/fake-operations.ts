import type {
  Attachment,
  AttachRequest,
  CreateRequest,
  Operations,
  ScreenAnswer,
  StreamEvent,
  StreamSnapshot,
  Viewer,
} from "../../app/operations.ts";
import { MaestroError } from "../../domain/maestro-error.ts";
import type { RetainedWorktree } from "../../domain/retained-worktree.ts";
import type { Session } from "../../domain/session.ts";
import { unknownWork } from "../../domain/unsaved-work.ts";
import { QuietOperations } from "./quiet-operations.ts";
import { aSession } from "./a-session.ts";

/** An event as a test says it, without its place in the stream. */
type Unplaced = StreamEvent extends infer E
  ? E extends StreamEvent
    ? Omit<E, "seq">
    : never
  : never;

/** What a client that attached to the fake did, in order; `drained` with what was queued then. */
export type Act =
  | readonly ["input", string]
  | readonly ["paste", string]
  | readonly ["resize", string]
  | readonly ["focus", boolean]
  | readonly ["drained", number]
  | readonly ["leave"];

/** One client attached to the fake. */
export interface FakeAttachment {
  readonly id: string;
  readonly request: AttachRequest;
  readonly viewer: Viewer;
  readonly acts: Act[];
}

/** The app in memory: remembers what it was asked, and lets a test answer what it likes. */
export class FakeOperations extends QuietOperations implements Operations {
  readonly all = new Map<string, Session>();
  readonly retained: RetainedWorktree[] = [];
  readonly attached: FakeAttachment[] = [];
  snapshots = 0;
  /** Answered to input: until then the program has not read it. */
  inputTaken: Promise<void> = Promise.resolve();
  /** Awaited before an attach is answered. */
  beforeAttach: Promise<void> = Promise.resolve();
  #seq = 0;
  readonly #listeners = new Set<(event: StreamEvent) => void>();

  readonly events = {
    snapshot: (): StreamSnapshot => {
      this.snapshots += 1;
      return { seq: this.#place(), sessions: this.sessions(), worktrees: [...this.retained] };
    },
    listen: (listener: (event: StreamEvent) => void): (() => void) => {
      this.#listeners.add(listener);
      return () => void this.#listeners.delete(listener);
    },
  };

  publish(event: Unplaced): void {
    this.#seq += 1;
    for (const listener of this.#listeners) listener({ ...event, seq: this.#place() });
  }

  put(session: Session): Session {
    const type = this.all.has(session.id) ? "session_updated" : "session_added";
    this.all.set(session.id, session);
    this.publish({ type, session });
    return session;
  }

  take(id: string): void {
    this.all.delete(id);
    this.publish({ type: "session_removed", id });
  }

  facts = () => ({
    sessions: { running: this.all.size, dead: 0, dormant: 0 },
    recovered: true,
    tmux: "3.3a",
    git: "2.39.5",
    home: "/home/me",
  });

  sessions = (): readonly Session[] => [...this.all.values()];

  session(id: string): Promise<Session> {
    const found = this.all.get(id);
    if (found !== undefined) return Promise.resolve(found);
    return Promise.reject(new MaestroError("not_found", `There is no session ${id}.`));
  }

  create(request: CreateRequest): Promise<Session> {
    return this.note(["create", request], async () =>
      this.put(aSession({ cwd: request.cwd, command: request.command, env: request.env })),
    );
  }

  update(id: string, change: unknown): Promise<Session> {
    return this.note(["update", id, change], () => this.session(id));
  }

  kill(id: string, force: boolean): Promise<void> {
    return this.note(["kill", id, force], async () => this.take((await this.session(id)).id));
  }

  sendInput(id: string, input: unknown): Promise<{ readonly seq: string }> {
    return this.note(["sendInput", id, input], async () => {
      await this.session(id);
      return { seq: this.#place() };
    });
  }

  report(id: string, report: unknown): Promise<void> {
    return this.note(["report", id, report], async () => void (await this.session(id)));
  }

  focus(id: string, focused: boolean): Promise<void> {
    return this.note(["focus", id, focused], async () => void (await this.session(id)));
  }

  screen(id: string, format: "text" | "ansi", scrollback: number): Promise<ScreenAnswer> {
    return this.note(["screen", id, format, scrollback], async () => {
      await this.session(id);
      return { format, cols: 80, rows: 24, cursor: { x: 0, y: 0 }, title: "", content: "$ " };
    });
  }

  async attach(id: string, request: AttachRequest, viewer: Viewer): Promise<Attachment> {
    await this.beforeAttach;
    if (this.failure !== null) throw this.failure;
    const session = await this.session(id);
    const acts: Act[] = [];
    this.attached.push({ id, request, viewer, acts });
    viewer.control({ type: "attached", session, cols: 80, rows: 24 });
    return {
      input: (bytes) => {
        acts.push(["input", Buffer.from(bytes).toString("latin1")]);
        return this.inputTaken;
      },
      paste: (text) => void acts.push(["paste", text]),
      resize: ({ cols, rows }) => void acts.push(["resize", `${cols}x${rows}`]),
      focus: (focused) => void acts.push(["focus", focused]),
      drained: () => void acts.push(["drained", viewer.queuedBytes]),
      leave: () => void acts.push(["leave"]),
    };
  }

  worktrees = async () =>
    this.retained.map((retained) => ({
      tree: { path: retained.path, baseRepo: retained.baseRepo, branch: retained.branch },
      sessionId: retained.sessionId,
      sessionName: retained.sessionName,
      retained,
      unsavedWork: unknownWork("nobody looked"),
      sizeBytes: null,
    }));

  #place(): string {
    return String(this.#seq).padStart(10, "0");
  }
}
