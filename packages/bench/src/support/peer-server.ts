import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { spawn } from "@lydell/node-pty";
import { type WebSocket, WebSocketServer } from "ws";

/** The word that makes the benchmark's program a peer's server. */
export const PEER_SERVER = "peer-server";

/**
 * Serves `tmux attach` behind a pseudo-terminal to WebSocket clients on loopback, as web terminals
 * do. In a process of its own, as they are: in that of the client it would be spared two changes of
 * process with every key. Prints its port.
 */
export async function servePeer(tmuxSocket: string): Promise<void> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
  await once(server, "listening");
  server.on("connection", (socket: WebSocket) => {
    const pty = spawn("tmux", ["-S", tmuxSocket, "-f", "/dev/null", "attach"], {
      cols: 80,
      rows: 24,
      encoding: null,
    });
    pty.onData((data) => socket.send(data));
    socket.on("message", (data: Buffer) => pty.write(data.toString("utf8")));
    socket.on("close", () => pty.kill());
  });
  console.log((server.address() as AddressInfo).port);
  // Whoever started it has gone.
  process.stdin.resume().on("end", () => process.exit(0));
}
