import { MaestroError } from "../domain/maestro-error.ts";
import type { SessionId } from "../domain/session.ts";
import type { Log } from "../ports/log.ts";
import type { InputNote, InputNotes } from "../ports/session-files.ts";
import { KeyedQueue } from "./keyed-queue.ts";
import type { SubmitProgress } from "./terminal/submission.ts";

/** How many request ids are remembered for one session. */
const MAX_REMEMBERED = 1_000;

/** How many of them a crash of the daemon does not make forgotten. */
const MAX_NOTED = 50;

/** So much of a text tells where it stands on a screen. */
const BEGINNING = 100;

type Receipt = { readonly seq: string };

/**
 * What was typed by request id, so that a repeated request is answered and not typed again, also by
 * the next daemon where this one ends in between.
 */
export class TypedRequests {
  readonly #notes: InputNotes;
  readonly #log: Log;
  readonly #bySession = new Map<SessionId, Map<string, Promise<Receipt>>>();
  readonly #noted = new Map<SessionId, InputNote>();
  /** A note is a whole file: of two that were written at once either could win. */
  readonly #writes = new KeyedQueue<SessionId>();

  constructor(notes: InputNotes, log: Log) {
    this.#notes = notes;
    this.#log = log;
  }

  once(id: SessionId, requestId: string | null, type: () => Promise<Receipt>): Promise<Receipt> {
    if (requestId === null) return type();
    const requests = this.#requestsOf(id);
    const known = requests.get(requestId);
    if (known !== undefined) return known;
    const result = type();
    requests.set(requestId, result);
    // Where nothing runs nothing was typed: the same request may come again once something does.
    result.catch((error: unknown) => {
      if (error instanceof MaestroError && error.code === "not_running") requests.delete(requestId);
    });
    const [oldest] = requests.keys();
    if (requests.size > MAX_REMEMBERED && oldest !== undefined) requests.delete(oldest);
    return result;
  }

  /** Writes down that a request is typed. */
  note(id: SessionId, requestId: string): Promise<void> {
    return this.#write(id, { requestId });
  }

  /** Writes down how far a text with its Enter has come. */
  progressOf(id: SessionId, requestId: string | null, text: string): SubmitProgress {
    const begins = text.slice(0, BEGINNING);
    return {
      begun: () => this.#write(id, { requestId, waiting: { begins, isTyped: false } }),
      typed: () => this.#write(id, { requestId: null, waiting: { begins, isTyped: true } }),
      entering: () => this.#write(id, { requestId: null, waiting: null }),
    };
  }

  /**
   * Takes over what an earlier daemon wrote down, and answers the text that it had not submitted.
   * `seq` is what its requests are answered with from now on.
   */
  async recall(id: SessionId, seq: string): Promise<InputNote["waiting"]> {
    const note = await this.#notes.read(id);
    if (note === null) return null;
    const requests = this.#requestsOf(id);
    for (const requestId of note.requests) requests.set(requestId, Promise.resolve({ seq }));
    this.#noted.set(id, note);
    return note.waiting;
  }

  forget(id: SessionId): void {
    this.#bySession.delete(id);
    this.#noted.delete(id);
  }

  #requestsOf(id: SessionId): Map<string, Promise<Receipt>> {
    const requests = this.#bySession.get(id) ?? new Map<string, Promise<Receipt>>();
    this.#bySession.set(id, requests);
    return requests;
  }

  /** What cannot be written down is typed all the same. */
  async #write(
    id: SessionId,
    { requestId, waiting }: { requestId: string | null; waiting?: InputNote["waiting"] },
  ): Promise<void> {
    const before = this.#noted.get(id) ?? { requests: [], waiting: null };
    const added = requestId === null ? [] : [requestId];
    const note = {
      requests: [...before.requests, ...added].slice(-MAX_NOTED),
      waiting: waiting === undefined ? before.waiting : waiting,
    };
    this.#noted.set(id, note);
    await this.#writes
      .run(id, () => this.#notes.write(id, note))
      .catch((error: Error) => {
        this.#log.warn("what is typed could not be written down", { id, error: error.message });
      });
  }
}
