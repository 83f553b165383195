import type { ApiError } from "@maestro/protocol";
import { MaestroError } from "../domain/maestro-error.ts";
import { HTTP_STATUS } from "./http-status.ts";
import { unsavedWorkToWire } from "./to-wire.ts";

/** A refusal or failure as it travels. */
export interface ErrorAnswer {
  readonly status: number;
  readonly body: ApiError;
  /** True for what nobody foresaw: its stack belongs in the log, and nowhere else. */
  readonly unforeseen: boolean;
}

/** What the client is told of anything that was thrown while its call was answered. */
export function errorAnswer(error: unknown): ErrorAnswer {
  const known = error instanceof MaestroError ? error : (ofFastify(error) ?? null);
  if (known === null) {
    const message =
      "Something went wrong inside the daemon. Its log says what; the call may be tried again.";
    return { status: 500, body: { code: "internal", message }, unforeseen: true };
  }
  return {
    status: HTTP_STATUS[known.code],
    body: {
      code: known.code,
      message: known.message,
      ...(known.unsavedWork && { unsaved_work: unsavedWorkToWire(known.unsavedWork) }),
      ...(known.details && { details: { ...known.details } }),
    },
    unforeseen: known.code === "internal",
  };
}

interface FastifyFailure {
  readonly code: string;
  readonly message: string;
  readonly statusCode?: number;
  readonly validation?: readonly { readonly instancePath: string; readonly message?: string }[];
  readonly validationContext?: string;
}

function ofFastify(error: unknown): MaestroError | null {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") {
    return null;
  }
  const failure = error as FastifyFailure;
  if (failure.validation !== undefined) return ofValidation(failure);
  switch (failure.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new MaestroError(
        "too_large",
        "The body is larger than this call takes. Nothing was done; send less.",
      );
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
    case "FST_ERR_CTP_EMPTY_TYPE":
      return new MaestroError(
        "unsupported_media_type",
        "A body must be JSON and say so: Content-Type: application/json.",
      );
    case "FST_ERR_BAD_URL":
      return new MaestroError(
        "invalid_request",
        "The address holds a broken escape sequence. Write a % in it as %25.",
      );
    case "FST_ERR_MAX_PARAM_LENGTH":
      return new MaestroError(
        "not_found",
        "There is nothing of so long a name. Check the id in the address.",
      );
    default:
      return failure.code.startsWith("FST_ERR_CTP_")
        ? new MaestroError("invalid_request", `${failure.message}.`)
        : null;
  }
}

/** Names the first field that is wrong, in the words of the request: `worktree.branch`. */
function ofValidation(failure: FastifyFailure): MaestroError {
  const place = failure.validationContext === "querystring" ? "query" : failure.validationContext;
  const first = failure.validation?.[0];
  const field = first?.instancePath.split("/").filter(Boolean).join(".") ?? "";
  return new MaestroError(
    "invalid_request",
    `${field === "" ? `The ${place}` : `${field} (in the ${place})`} is not valid: ${first?.message ?? "wrong shape"}.`,
    { details: { field, place: place ?? null } },
  );
}
