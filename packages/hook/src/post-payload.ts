import type { Target } from "./parse-call.ts";

/**
 * Hands the payload to the daemon. Resolves when it was answered or failed, whichever it was. The
 * request is written by hand: to load Node's HTTP client takes longer than all the rest.
 */
export async function postPayload({ url, ticket }: Target, payload: string): Promise<void> {
  const { hostname, port, host, pathname } = url;
  const { connect } = await import("node:net");
  await new Promise<void>((resolve) => {
    const socket = connect({ host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 80) });
    socket.on("data", () => resolve());
    socket.on("error", () => resolve());
    socket.on("close", () => resolve());
    const head = [
      `POST ${pathname} HTTP/1.1`,
      `Host: ${host}`,
      `Authorization: Bearer ${ticket}`,
      "Content-Type: application/json",
      `Content-Length: ${Buffer.byteLength(payload)}`,
      "Connection: close",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n${payload}`);
  });
}
