import type { Size } from "../../domain/session.ts";
import type { ScreenFacts } from "../../ports/screen-models.ts";
import { Emulator } from "./emulator.ts";
import { lastingModes } from "./lasting-modes.ts";
import { screenFacts, showTheSame } from "./screen-facts.ts";
import { screenText } from "./screen-text.ts";
import { serialise } from "./serialise.ts";
import { hearSignals } from "./terminal-signals.ts";
import type { Answer, ModelNumber, WorkerReport, WorkerRequest } from "./worker-messages.ts";

type Report = (message: WorkerReport, transfer?: ArrayBuffer[]) => void;
type Call = Extract<WorkerRequest, { kind: "snapshot" | "text" | "modes" }>;

/** Parsed bytes are reported at this many, and else when nothing more is waiting. */
const REPORT_BYTES = 262_144;

/** Programs change pen and screen all the time: they are looked at so often at most. */
const LOOK_INTERVAL_MS = 250;

/** One emulator in a worker, and what it has to report of its own accord. */
export class ModelInWorker {
  readonly #model: ModelNumber;
  readonly #scrollback: number;
  readonly #report: Report;
  #emulator: Emulator;
  #unreported = 0;
  #reporting: NodeJS.Immediate | null = null;
  #looking: NodeJS.Timeout | null = null;
  #modes = "";
  #screen: ScreenFacts = { title: "", lines: [], interactive: false };

  constructor(model: ModelNumber, size: Size, scrollback: number, report: Report) {
    this.#model = model;
    this.#scrollback = scrollback;
    this.#report = report;
    this.#emulator = this.#newEmulator(size);
  }

  feed(bytes: Uint8Array): void {
    this.#emulator.feed(bytes);
    this.#unreported += bytes.length;
    if (this.#unreported >= REPORT_BYTES) this.#reportParsed();
    else this.#reporting ??= setImmediate(() => this.#reportParsed());
    this.#lookSoon();
  }

  resize(size: Size): void {
    this.#emulator.resize(size);
  }

  refill(bytes: Uint8Array, size: Size): void {
    this.#emulator.dispose();
    this.#emulator = new Emulator(size, this.#scrollback);
    this.#emulator.feed(bytes);
    // What it says from here on is new; what the capture repeats is not.
    this.#hear(this.#emulator);
    this.#lookSoon();
  }

  answer(call: Call): void {
    const { cols, rows } = this.#emulator.core;
    let answer: Answer;
    const transfer: ArrayBuffer[] = [];
    if (call.kind === "snapshot") {
      const bytes = serialise(this.#emulator, call.which);
      transfer.push(bytes.buffer);
      answer = { kind: "snapshot", bytes, cols, rows };
    } else if (call.kind === "text") {
      answer = { kind: "text", ...screenText(this.#emulator.core, call.scrollback) };
    } else {
      const { bracketedPasteMode } = this.#emulator.core.coreService.decPrivateModes;
      answer = { kind: "modes", bracketedPaste: bracketedPasteMode };
    }
    // Whoever has the answer has heard first that what it shows is parsed.
    this.#reportParsed();
    this.#report({ model: this.#model, kind: "answer", call: call.call, answer }, transfer);
  }

  close(): void {
    if (this.#reporting !== null) clearImmediate(this.#reporting);
    if (this.#looking !== null) clearTimeout(this.#looking);
    this.#emulator.dispose();
  }

  #reportParsed(): void {
    if (this.#reporting !== null) clearImmediate(this.#reporting);
    this.#reporting = null;
    if (this.#unreported === 0) return;
    this.#report({ model: this.#model, kind: "parsed", bytes: this.#unreported });
    this.#unreported = 0;
  }

  #newEmulator(size: Size): Emulator {
    const emulator = new Emulator(size, this.#scrollback);
    this.#hear(emulator);
    return emulator;
  }

  #hear(emulator: Emulator): void {
    hearSignals(emulator.terminal, (signal) => {
      this.#report({ model: this.#model, kind: "signal", signal });
    });
  }

  #lookSoon(): void {
    this.#looking ??= setTimeout(() => {
      this.#looking = null;
      this.#lookAtModes();
      this.#lookAtScreen();
    }, LOOK_INTERVAL_MS);
  }

  #lookAtModes(): void {
    const modes = lastingModes(this.#emulator);
    if (modes === this.#modes) return;
    this.#modes = modes;
    const restore = new TextEncoder().encode(modes);
    this.#report({ model: this.#model, kind: "modes-changed", restore }, [restore.buffer]);
  }

  #lookAtScreen(): void {
    const screen = screenFacts(this.#emulator.core);
    if (showTheSame(screen, this.#screen)) return;
    this.#screen = screen;
    this.#report({ model: this.#model, kind: "screen", screen });
  }
}
