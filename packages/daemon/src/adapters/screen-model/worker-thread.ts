import { Worker } from "node:worker_threads";
import { WORKER_DATA } from "./worker-messages.ts";
import type { ModelNumber, WorkerReport, WorkerRequest } from "./worker-messages.ts";

/** What one model wants to hear of the worker that it lives in. */
export interface Inhabitant {
  reported(report: WorkerReport): void;
  /** The worker is gone; the inhabitant is forgotten and has to move in elsewhere. */
  evicted(): void;
}

/** One worker thread and the models in it. */
export class WorkerThread {
  readonly #worker: Worker;
  readonly #inhabitants = new Map<ModelNumber, Inhabitant>();
  readonly #ended: Promise<void>;
  #works = false;

  constructor(entry: URL | string, onEnd: (thread: WorkerThread) => void) {
    this.#worker = new Worker(entry, { workerData: WORKER_DATA });
    this.#worker.on("message", (report: WorkerReport) => {
      this.#works = true;
      this.#inhabitants.get(report.model)?.reported(report);
    });
    // An error is followed by the end; without a listener it would end the daemon.
    this.#worker.on("error", () => {});
    this.#ended = new Promise((resolve) => {
      this.#worker.once("exit", () => {
        onEnd(this);
        const evicted = [...this.#inhabitants.values()];
        this.#inhabitants.clear();
        for (const inhabitant of evicted) inhabitant.evicted();
        resolve();
      });
    });
  }

  /** Whether it has ever done anything. */
  get works(): boolean {
    return this.#works;
  }

  /** How many models live here. */
  get load(): number {
    return this.#inhabitants.size;
  }

  add(model: ModelNumber, inhabitant: Inhabitant): void {
    this.#inhabitants.set(model, inhabitant);
  }

  remove(model: ModelNumber): void {
    this.#inhabitants.delete(model);
  }

  post(request: WorkerRequest, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(request, transfer);
  }

  /** Ends the thread; its models are evicted. */
  async stop(): Promise<void> {
    await this.#worker.terminate();
    await this.#ended;
  }
}
