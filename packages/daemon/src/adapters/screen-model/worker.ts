import { parentPort } from "node:worker_threads";
import type { MessagePort } from "node:worker_threads";
import { ModelInWorker } from "./model-in-worker.ts";
import type { ModelNumber, WorkerReport, WorkerRequest } from "./worker-messages.ts";

/** Runs the models that the pool gives to this worker thread. */
export function runScreenModelWorker(): void {
  if (parentPort === null) throw new Error("Screen models are run in a worker thread.");
  const port: MessagePort = parentPort;
  const models = new Map<ModelNumber, ModelInWorker>();
  const report = (message: WorkerReport, transfer: ArrayBuffer[] = []) => {
    port.postMessage(message, transfer);
  };
  port.on("message", (request: WorkerRequest) => {
    try {
      obey(models, request, report);
    } catch (error) {
      // xterm.js throws at some streams. Such a model starts over; its neighbours are not touched.
      models.get(request.model)?.close();
      models.delete(request.model);
      report({ model: request.model, kind: "lost", reason: String(error) });
    }
  });
}

function obey(
  models: Map<ModelNumber, ModelInWorker>,
  request: WorkerRequest,
  report: (message: WorkerReport, transfer?: ArrayBuffer[]) => void,
): void {
  if (request.kind === "open") {
    const opened = new ModelInWorker(request.model, request.size, request.scrollback, report);
    models.set(request.model, opened);
    report({ model: request.model, kind: "opened" });
    return;
  }
  const model = models.get(request.model);
  // What was sent before the pool heard that the model is lost.
  if (model === undefined) return;
  switch (request.kind) {
    case "feed":
      return model.feed(request.bytes);
    case "resize":
      return model.resize(request.size);
    case "refill":
      return model.refill(request.bytes, request.size);
    case "snapshot":
    case "text":
    case "modes":
      return model.answer(request);
    case "close":
      model.close();
      models.delete(request.model);
  }
}
