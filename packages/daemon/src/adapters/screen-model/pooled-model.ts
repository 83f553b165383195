import type { Size } from "../../domain/session.ts";
import { MaestroError } from "../../domain/maestro-error.ts";
import type {
  ModelListener,
  ScreenModel,
  ScreenModes,
  ScreenText,
  Snapshot,
} from "../../ports/screen-models.ts";
import type { Answer, ModelNumber, WorkerReport, WorkerRequest } from "./worker-messages.ts";
import type { Inhabitant, WorkerThread } from "./worker-thread.ts";

/** Where a model finds a place to live, and a number for its life there. */
export interface Housing {
  /** Null once the pool was stopped. */
  place(): { readonly thread: WorkerThread; readonly model: ModelNumber } | null;
}

interface Pending {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

type Request = WorkerRequest extends infer R
  ? R extends { model: ModelNumber }
    ? Omit<R, "model">
    : never
  : never;

/** The daemon's end of a model: passes calls on to the worker, and moves house when that dies. */
export class PooledModel implements ScreenModel, Inhabitant {
  readonly #housing: Housing;
  readonly #listener: ModelListener;
  readonly #pending = new Map<number, Pending>();
  readonly #scrollback: number;
  #size: Size;
  #home: { readonly thread: WorkerThread; readonly model: ModelNumber } | null = null;
  #closed = false;
  #calls = 0;

  constructor(
    housing: Housing,
    { size, scrollback }: { readonly size: Size; readonly scrollback: number },
    listener: ModelListener,
  ) {
    this.#housing = housing;
    this.#size = size;
    this.#scrollback = scrollback;
    this.#listener = listener;
    this.#moveIn();
  }

  feed(bytes: Uint8Array): void {
    // Always a copy: these bytes are on their way to clients too, and a transfer takes them away.
    const copy = Uint8Array.from(bytes);
    this.#post({ kind: "feed", bytes: copy }, [copy.buffer]);
  }

  resize(size: Size): void {
    this.#size = size;
    this.#post({ kind: "resize", size });
  }

  refill(bytes: Uint8Array, size: Size): void {
    this.#size = size;
    const copy = Uint8Array.from(bytes);
    this.#post({ kind: "refill", bytes: copy, size }, [copy.buffer]);
  }

  async snapshot(which: "whole" | "screen-only" = "whole"): Promise<Snapshot> {
    const answer = await this.#call((call) => ({ kind: "snapshot", call, which }));
    if (answer.kind !== "snapshot") throw new Error(`asked for a snapshot, got ${answer.kind}`);
    const { bytes, cols, rows } = answer;
    return { bytes, cols, rows };
  }

  async text(scrollback: number): Promise<ScreenText> {
    const answer = await this.#call((call) => ({ kind: "text", call, scrollback }));
    if (answer.kind !== "text") throw new Error(`asked for text, got ${answer.kind}`);
    const { kind: _kind, ...text } = answer;
    return text;
  }

  async modes(): Promise<ScreenModes> {
    const answer = await this.#call((call) => ({ kind: "modes", call }));
    if (answer.kind !== "modes") throw new Error(`asked for modes, got ${answer.kind}`);
    return { bracketedPaste: answer.bracketedPaste };
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#post({ kind: "close" });
    this.#moveOut();
  }

  reported(report: WorkerReport): void {
    switch (report.kind) {
      case "parsed":
        return this.#listener.parsed(report.bytes);
      case "modes-changed":
        return this.#listener.modesChanged(report.restore);
      case "screen":
        return this.#listener.screenChanged(report.screen);
      case "signal":
        return this.#listener.signalled(report.signal);
      case "answer": {
        const pending = this.#pending.get(report.call);
        this.#pending.delete(report.call);
        return pending?.resolve(report.answer);
      }
      case "opened":
        return;
      case "lost":
        this.#moveOut();
        return this.evicted();
    }
  }

  evicted(): void {
    this.#home = null;
    this.#rejectPending();
    if (this.#closed || !this.#moveIn()) return;
    this.#listener.lost();
  }

  #moveIn(): boolean {
    this.#home = this.#housing.place();
    this.#home?.thread.add(this.#home.model, this);
    this.#post({ kind: "open", size: this.#size, scrollback: this.#scrollback });
    return this.#home !== null;
  }

  #moveOut(): void {
    this.#home?.thread.remove(this.#home.model);
    this.#home = null;
    this.#rejectPending();
  }

  #rejectPending(): void {
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const call of pending) call.reject(gone());
  }

  #call(request: (call: number) => Request): Promise<Answer> {
    if (this.#home === null) return Promise.reject(gone());
    const call = this.#calls++;
    return new Promise((resolve, reject) => {
      this.#pending.set(call, { resolve, reject });
      this.#post(request(call));
    });
  }

  #post(request: Request, transfer: ArrayBuffer[] = []): void {
    if (this.#home === null) return;
    this.#home.thread.post({ ...request, model: this.#home.model }, transfer);
  }
}

function gone(): MaestroError {
  return new MaestroError(
    "internal",
    "The terminal's model was closed or lost before it could answer. It is filled again from tmux; try again.",
  );
}
