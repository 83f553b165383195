import { MODEL_LINES } from "../../domain/scrollback.ts";
import type { ScreenModels } from "../../ports/screen-models.ts";
import { PooledModel } from "./pooled-model.ts";
import type { Housing } from "./pooled-model.ts";
import { WorkerThread } from "./worker-thread.ts";

const DEFAULT_WORKERS = 2;

/** A worker that cannot run at all is not started over and over. */
const MAX_FAILED_STARTS = 5;

/** How models are run. */
export interface ScreenModelOptions {
  /** The file a worker runs; it calls `runScreenModelWorker` where it is not the main thread. */
  readonly workerEntry: URL | string;
  readonly workers?: number;
  readonly scrollback?: number;
}

/** Models in worker threads, which are started as models need them and replaced when they die. */
export function createScreenModels(options: ScreenModelOptions): ScreenModels {
  const { workerEntry, workers = DEFAULT_WORKERS, scrollback = MODEL_LINES } = options;
  const threads = new Set<WorkerThread>();
  let models = 0;
  let failedStarts = 0;
  let stopped = false;

  const startThread = () => {
    const thread = new WorkerThread(workerEntry, (ended) => {
      threads.delete(ended);
      failedStarts = ended.works ? 0 : failedStarts + 1;
    });
    threads.add(thread);
    return thread;
  };
  const leastLoaded = () => {
    const idle = [...threads].find(({ load }) => load === 0);
    if (idle !== undefined) return idle;
    if (threads.size < workers) return startThread();
    return [...threads].reduce((least, thread) => (thread.load < least.load ? thread : least));
  };
  const housing: Housing = {
    place: () =>
      stopped || failedStarts >= MAX_FAILED_STARTS
        ? null
        : { thread: leastLoaded(), model: models++ },
  };

  return {
    open: (_id, size, listener, lines = scrollback) =>
      new PooledModel(housing, { size, scrollback: lines }, listener),
    async stop() {
      stopped = true;
      await Promise.all([...threads].map((thread) => thread.stop()));
    },
  };
}
