import * as z from "zod";
import type { ErrorCode } from "../error-codes.ts";

/**
 * Who may call: `public` anyone, `owner` whoever holds the owner's or a device's token,
 * `ticket` those and the session itself with its own ticket.
 */
export type Access = "public" | "owner" | "ticket";

/** One call of the API: its address, who may make it, and the shape of everything that travels. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly status: 200 | 201 | 202 | 204;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Left out where the answer has no body (204). */
  readonly response?: z.ZodType;
  /** The codes that belong to this call, beside those that any call may answer with. */
  readonly errors: readonly ErrorCode[];
  /** The largest body in bytes, where it differs from the default. */
  readonly bodyLimit?: number;
}

/** Any text: an id of a shape that none has is unknown like any other, and so `not_found`. */
export const ById = z.object({ id: z.string() });

/** The largest body of most calls, in bytes. */
export const BODY_LIMIT = 2 * 1024 * 1024;

/** The largest body or frame that carries terminal input, in bytes. */
export const INPUT_LIMIT = 8 * 1024 * 1024;
