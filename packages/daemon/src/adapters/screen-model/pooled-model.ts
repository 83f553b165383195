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

/**
 * What is fed waits so long for more, and is then sent as one message: a message for each of many
 * small reads costs a fifth of all that a model does, and the worker would wake for the echo of each
 * key, on a core that the programs on its way need. Whatever else is asked sends it at once.
 */
const GATHER_MS = 4;
const GATHER_BYTES = 64 * 1024;

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
  #gathered: Uint8Array<ArrayBuffer>[] = [];
  #gatheredBytes = 0;
  #gathering: NodeJS.Timeout | null = null;
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
    if (this.#home === null) return;
    // Always a copy: these bytes are the caller's, and a transfer takes them away.
    const copy = Uint8Array.from(bytes);
    this.#gathered.push(copy);
    this.#gatheredBytes += copy.length;
    if (this.#gatheredBytes >= GATHER_BYTES) this.#postGathered();
    else this.#gathering ??= setTimeout(() => this.#postGathered(), GATHER_MS);
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
    // What was meant for a model that is lost: the next is filled with more than that.
    this.#forgetGathered();
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

  #postGathered(): void {
    const bytes = joined(this.#gathered, this.#gatheredBytes);
    this.#forgetGathered();
    if (bytes !== null) this.#send({ kind: "feed", bytes }, [bytes.buffer]);
  }

  #forgetGathered(): void {
    if (this.#gathering !== null) clearTimeout(this.#gathering);
    this.#gathering = null;
    this.#gathered = [];
    this.#gatheredBytes = 0;
  }

  /** Behind everything that was fed. */
  #post(request: Request, transfer: ArrayBuffer[] = []): void {
    this.#postGathered();
    this.#send(request, transfer);
  }

  #send(request: Request, transfer: ArrayBuffer[]): void {
    if (this.#home === null) return;
    this.#home.thread.post({ ...request, model: this.#home.model }, transfer);
  }
}

/** The pieces as one, or null where there are none. */
function joined(
  pieces: readonly Uint8Array<ArrayBuffer>[],
  length: number,
): Uint8Array<ArrayBuffer> | null {
  const [first] = pieces;
  if (first === undefined || pieces.length === 1) return first ?? null;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

function gone(): MaestroError {
  return new MaestroError(
    "internal",
    "The terminal's model was closed or lost before it could answer. It is filled again from tmux; try again.",
  );
}
