import type { ErrorCode } from "@maestro/protocol";
import type { Json } from "./session.ts";
import type { UnsavedWork } from "./unsaved-work.ts";

/** What a refusal carries beside its code and its sentence. */
export interface Refusal {
  readonly unsavedWork?: UnsavedWork;
  readonly details?: Readonly<Record<string, Json>>;
  readonly cause?: unknown;
}

/**
 * A refusal or failure with a stable code. The message says what happened, to which thing, and what
 * can be done; it is shown to people as it is.
 */
export class MaestroError extends Error {
  override readonly name = "MaestroError";
  readonly code: ErrorCode;
  readonly unsavedWork: UnsavedWork | null;
  readonly details: Readonly<Record<string, Json>> | null;

  constructor(code: ErrorCode, message: string, refusal: Refusal = {}) {
    super(message, refusal.cause === undefined ? {} : { cause: refusal.cause });
    this.code = code;
    this.unsavedWork = refusal.unsavedWork ?? null;
    this.details = refusal.details ?? null;
  }
}
