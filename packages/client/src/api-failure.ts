import { ApiError, type UnsavedWork } from "@maestro/protocol";

/** A call that the daemon refused or failed; `message` is for people. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly status: number;
  /** An open string: a newer daemon may know codes that this client does not. */
  readonly code: string;
  readonly unsavedWork: UnsavedWork | null;
  readonly details: ApiError["details"] | null;

  constructor(status: number, error: ApiError) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.unsavedWork = error.unsaved_work ?? null;
    this.details = error.details ?? null;
  }
}

/** A call that got no answer: nobody listens, the connection broke, or the time was up. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
  }
}
