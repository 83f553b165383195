import { request as httpRequest } from "node:http";
import type { Connection, HttpAnswer, HttpRequest } from "@maestro/client";
import { deferred } from "./deferred.ts";
import { openUnixSocket } from "./unix-websocket.ts";

/**
 * Reaches the daemon over its Unix socket, whose mode is the proof of who calls. By node:http, since
 * the global fetch cannot use a Unix socket and costs 30 ms to load.
 */
export function unixConnection(socketPath: string): Connection {
  return {
    fetch: (path, request) => fetchOverUnix(socketPath, path, request),
    openSocket: (path, protocols, handlers) =>
      openUnixSocket({ socketPath, path, protocols }, handlers),
  };
}

function fetchOverUnix(socketPath: string, path: string, asked: HttpRequest): Promise<HttpAnswer> {
  const { method, headers, body, signal } = asked;
  const { promise, resolve, reject } = deferred<HttpAnswer>();
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const request = httpRequest(
    {
      socketPath,
      path,
      method,
      headers: { host: "localhost", connection: "close", ...headers, ...length },
      ...(signal === undefined ? {} : { signal }),
    },
    (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: response.statusCode ?? 0, text: () => Promise.resolve(text) });
      });
    },
  );
  request.on("error", reject);
  request.end(body);
  return promise;
}
