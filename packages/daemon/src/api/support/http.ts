import { request as httpRequest } from "node:http";
import { connect, type Socket } from "node:net";

/** Where to connect. */
export type Target = { readonly host: string; readonly port: number } | { readonly path: string };

/** What is sent. Header values are sent as they are, `null` leaves a usual one out. */
export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly body?: string | Uint8Array;
}

/** What came back. */
export interface Received {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body parsed, or undefined where it is no JSON. */
  readonly json: unknown;
  readonly code: string | undefined;
}

/** One call on a connection of its own, with any header forged that a test wants forged. */
export function call(target: Target, sent: Sent): Promise<Received> {
  const body = sent.json === undefined ? sent.body : JSON.stringify(sent.json);
  const headers: Record<string, string> = {
    ...(sent.json !== undefined && { "content-type": "application/json" }),
    ...(sent.token !== undefined && { authorization: `Bearer ${sent.token}` }),
    ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }),
    ...sent.headers,
  };
  const place = "path" in target ? { socketPath: target.path } : target;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { ...place, method: sent.method ?? "GET", path: sent.path, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString();
          resolve(received(response.statusCode ?? 0, response.headers, text));
        });
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

/** Sends bytes as they are and answers everything that came until the server closed. */
export function rawCall(target: Target, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = openConnection(target);
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.once("error", reject);
    socket.once("close", () => resolve(Buffer.concat(chunks).toString()));
    socket.write(bytes);
  });
}

/** A bare connection. */
export function openConnection(target: Target): Socket {
  return "path" in target ? connect(target.path) : connect(target.port, target.host);
}

/** The answer to an upgrade that was asked for without a WebSocket client in the way. */
export function upgrade(
  target: Target,
  path: string,
  headers: Sent["headers"] = {},
): Promise<Received> {
  const place = "path" in target ? { socketPath: target.path } : target;
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      ...place,
      path,
      agent: false,
      headers: {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
        ...headers,
      },
    });
    request.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve(received(101, response.headers, ""));
    });
    request.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve(
          received(response.statusCode ?? 0, response.headers, Buffer.concat(chunks).toString()),
        ),
      );
    });
    request.on("error", reject);
    request.end();
  });
}

function received(status: number, headers: Received["headers"], text: string): Received {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  const code = (json as { readonly code?: unknown } | null | undefined)?.code;
  return { status, headers, text, json, code: typeof code === "string" ? code : undefined };
}
