import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { ApiError } from "@maestro/protocol";
import type { FastifyReply, FastifyRequest } from "fastify";
import { MaestroError } from "../domain/maestro-error.ts";
import type { Log } from "../ports/log.ts";
import { errorAnswer } from "./error-answer.ts";
import type { Guard } from "./guard.ts";

/** Answers whatever was thrown while a call was answered. */
export function answerError(error: unknown, exchange: Exchange): void {
  const { request, reply, guard, log } = exchange;
  const refusal = error instanceof MaestroError ? error : null;
  const unauthorized = refusal?.code === "unauthorized" ? refusal : null;
  const { status, body, unforeseen } = errorAnswer(
    unauthorized === null ? error : guard.afterFailure(request, unauthorized),
  );
  if (unforeseen) {
    // The route's pattern, not the address: a careless client may have put a secret there.
    log.error("a call failed", {
      call: `${request.method} ${request.routeOptions.url ?? "?"}`,
      stack: error instanceof Error ? stackOf(error) : String(error),
    });
  }
  // The rest of a body that nobody wants is not read: the connection ends with the answer.
  if (hasBody(request.raw) && !request.raw.complete) reply.header("connection", "close");
  reply.code(status).type("application/json; charset=utf-8").send(JSON.stringify(body));
}

/** One call, and what answering its failure takes. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly guard: Guard;
  readonly log: Log;
}

/** Answers on the bare connection what could not be read as a request at all, and ends it. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, body] = brokenRequest(error.code);
  const content = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`,
  );
  // A peer that does not take its answer must not keep the connection.
  setTimeout(() => socket.destroy(), 1_000).unref();
}

function brokenRequest(code: string | undefined): readonly [string, ApiError] {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") {
    const message = "The request was not complete in time.";
    return ["400 Bad Request", { code: "invalid_request", message }];
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    const message = "The address and headers are larger than is taken.";
    return ["413 Content Too Large", { code: "too_large", message }];
  }
  const message = "This is not a well-formed HTTP request.";
  return ["400 Bad Request", { code: "invalid_request", message }];
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function stackOf(error: Error): string {
  const stack = error.stack ?? error.message;
  return error.cause instanceof Error ? `${stack}\ncaused by ${stackOf(error.cause)}` : stack;
}
