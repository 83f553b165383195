import type { Size } from "../../domain/session.ts";
import type {
  ScreenFacts,
  ScreenModes,
  ScreenText,
  Snapshot,
  TerminalSignal,
} from "../../ports/screen-models.ts";

/** A model in a worker: a new number for each life of it, so that late answers find nobody. */
export type ModelNumber = number;

/** What the pool asks of a worker. All of it takes effect in the order sent. */
export type WorkerRequest = { readonly model: ModelNumber } & (
  | { readonly kind: "open"; readonly size: Size; readonly scrollback: number }
  | { readonly kind: "feed"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: "resize"; readonly size: Size }
  | { readonly kind: "refill"; readonly bytes: Uint8Array<ArrayBuffer>; readonly size: Size }
  | {
      readonly kind: "snapshot";
      readonly call: number;
      readonly which: "whole" | "screen-only";
    }
  | { readonly kind: "text"; readonly call: number; readonly scrollback: number }
  | { readonly kind: "modes"; readonly call: number }
  | { readonly kind: "close" }
);

/** What a call is answered with. */
export type Answer =
  | ({ readonly kind: "snapshot" } & Snapshot)
  | ({ readonly kind: "text" } & ScreenText)
  | ({ readonly kind: "modes" } & ScreenModes);

/** What a worker reports. */
export type WorkerReport = { readonly model: ModelNumber } & (
  | { readonly kind: "opened" }
  | { readonly kind: "parsed"; readonly bytes: number }
  | { readonly kind: "modes-changed"; readonly restore: Uint8Array<ArrayBuffer> }
  | { readonly kind: "screen"; readonly screen: ScreenFacts }
  | { readonly kind: "signal"; readonly signal: TerminalSignal }
  | { readonly kind: "answer"; readonly call: number; readonly answer: Answer }
  /** The emulator threw: it is gone, and so is whatever was asked of it. */
  | { readonly kind: "lost"; readonly reason: string }
);

/** What a worker is started with; `role` tells the bundle's entry which part of it to be. */
export const WORKER_DATA = { role: "screen-model" } as const;
