// What a test's worker runs: bundled, as the daemon's own worker is, and mortal on demand.
import { parentPort } from "node:worker_threads";
import { runScreenModelWorker } from "../worker.ts";
import type { WorkerRequest } from "../worker-messages.ts";

/** A worker that is fed this ends. */
const DEADLY = "worker, end";

parentPort?.on("message", (request: WorkerRequest) => {
  if (request.kind === "feed" && Buffer.from(request.bytes).toString() === DEADLY) process.exit(1);
});
runScreenModelWorker();
