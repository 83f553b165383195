import type { SessionId, Size } from "../../domain/session.ts";
import type {
  ModelListener,
  ScreenModel,
  ScreenModels,
  ScreenText,
  Snapshot,
} from "../../ports/screen-models.ts";

/** A model whose snapshot is simply every byte that it was fed since it was filled last. */
export class FakeModel implements ScreenModel {
  readonly listener: ModelListener;
  size: Size;
  content = "";
  isClosed = false;
  bracketedPaste = false;
  snapshotFailure: Error | null = null;

  constructor(size: Size, listener: ModelListener) {
    this.size = size;
    this.listener = listener;
  }

  feed(bytes: Uint8Array): void {
    this.content += Buffer.from(bytes).toString("latin1");
    this.listener.parsed(bytes.length);
  }

  resize(size: Size): void {
    this.size = size;
  }

  refill(bytes: Uint8Array, size: Size): void {
    this.content = Buffer.from(bytes).toString("latin1");
    this.size = size;
  }

  async snapshot(): Promise<Snapshot> {
    if (this.isClosed) throw new Error("the model is closed");
    if (this.snapshotFailure !== null) throw this.snapshotFailure;
    // Taken when it is asked for, as the port promises; delivered later, as a worker would.
    const snapshot = { ...this.size, bytes: Buffer.from(this.content, "latin1") };
    await Promise.resolve();
    return snapshot;
  }

  async text(): Promise<ScreenText> {
    const lines = this.content.split("\n");
    return { ...this.size, lines, cursor: { x: 0, y: 0 }, title: "" };
  }

  async modes(): Promise<{ bracketedPaste: boolean }> {
    return { bracketedPaste: this.bracketedPaste };
  }

  close(): void {
    this.isClosed = true;
  }
}

/** Models without an emulator. */
export class FakeModels implements ScreenModels {
  readonly opened: { readonly id: SessionId; readonly model: FakeModel }[] = [];

  open(id: SessionId, size: Size, listener: ModelListener): FakeModel {
    const model = new FakeModel(size, listener);
    this.opened.push({ id, model });
    return model;
  }

  async stop(): Promise<void> {}

  /** The model that was opened last for a session. */
  of(id: SessionId): FakeModel {
    const found = this.opened.findLast((entry) => entry.id === id);
    if (found === undefined) throw new Error(`session ${id} has no model`);
    return found.model;
  }
}
