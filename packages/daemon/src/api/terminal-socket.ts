import { AttachClientFrame, type AttachServerFrame } from "@maestro/protocol";
import { type RawData, WebSocket } from "ws";
import type { Attachment, AttachRequest, Operations, Viewer } from "../app/operations.ts";
import { errorAnswer } from "./error-answer.ts";
import { InputFlow } from "./input-flow.ts";
import { CLOSE, type Lifeline } from "./live-sockets.ts";
import { OutputWindow } from "./output-window.ts";
import { viewerFrameToWire } from "./to-wire.ts";

/** Above this a client that sends nonsense and does not read gets no more complaints. */
const COMPLAINT_BYTES = 64 * 1024;

/** One client of one session's terminal. */
export interface TerminalClient {
  readonly socket: WebSocket;
  readonly lifeline: Lifeline;
  readonly id: string;
  readonly request: AttachRequest;
}

/**
 * Attaches a WebSocket to a session's terminal until one of them ends.
 *
 * @throws what the app throws that is no refusal, after having closed the socket
 */
export async function serveTerminal(
  operations: Pick<Operations, "attach">,
  client: TerminalClient,
): Promise<void> {
  const { socket } = client;
  const viewer = new SocketViewer(socket, client.lifeline);
  // What the client already sends waits in the network, in order and in bounded memory.
  socket.pause();
  let attachment: Attachment;
  try {
    attachment = await operations.attach(client.id, client.request, viewer);
  } catch (error) {
    const { body, unforeseen } = errorAnswer(error);
    viewer.send({ type: "error", code: body.code, message: body.message });
    socket.close(CLOSE.refused, body.code);
    socket.resume();
    if (unforeseen) throw error;
    return;
  }
  if (viewer.ended) {
    socket.resume();
    return;
  }
  if (socket.readyState !== WebSocket.OPEN) {
    attachment.leave();
    return;
  }
  const flow = new InputFlow(socket);
  socket.on("message", (message, isBinary) => {
    // Said after the end, by whichever side it was ended.
    if (socket.readyState !== WebSocket.OPEN) return;
    const bytes = bytesOf(message);
    flow.count(
      bytes.length,
      isBinary ? attachment.input(bytes) : obey(attachment, viewer, bytes.toString()),
    );
  });
  socket.once("close", () => {
    viewer.forget();
    if (!viewer.ended) attachment.leave();
  });
  viewer.tellDrained(() => attachment.drained());
  socket.resume();
}

function obey(attachment: Attachment, viewer: SocketViewer, text: string): void | Promise<void> {
  const frame = parseFrame(text);
  if (typeof frame === "string") return viewer.complain(frame);
  switch (frame.type) {
    case "resize":
      return attachment.resize({ cols: frame.cols, rows: frame.rows });
    case "paste":
      return attachment.paste(frame.text);
    case "focus":
      return attachment.focus(frame.focused);
    case "ack":
      return viewer.acknowledge(frame.bytes);
  }
}

/** The frame in a text, or what is wrong with it. */
function parseFrame(text: string): AttachClientFrame | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "The frame is not valid JSON.";
  }
  const parsed = AttachClientFrame.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  return `${issue?.path.join(".") || "The frame"} is not valid: ${issue?.message ?? "wrong shape"}.`;
}

function bytesOf(message: RawData): Buffer {
  if (Array.isArray(message)) return Buffer.concat(message);
  return message instanceof ArrayBuffer ? Buffer.from(message) : message;
}

class SocketViewer implements Viewer {
  readonly #socket: WebSocket;
  readonly #lifeline: Lifeline;
  readonly #window = new OutputWindow((content) => this.#write(content));
  /** Between `live` and a `resync`: what comes is the stream, and no snapshot. */
  #streams = false;
  #onDrained: (() => void) | null = null;
  /** True once the terminal said that nothing more will come. */
  ended = false;

  constructor(socket: WebSocket, lifeline: Lifeline) {
    this.#socket = socket;
    this.#lifeline = lifeline;
  }

  get queuedBytes(): number {
    return this.#socket.bufferedAmount + this.#window.waitingBytes;
  }

  control(frame: Parameters<Viewer["control"]>[0]): void {
    if (frame.type === "live") this.#streams = true;
    if (frame.type === "resync") this.#streams = false;
    this.send(viewerFrameToWire(frame));
  }

  bytes(chunk: Uint8Array): void {
    this.#window.push(chunk, this.#streams);
  }

  /** The client has taken so many bytes in all. */
  acknowledge(bytes: number): void {
    if (this.#window.taken(bytes)) this.#tellIfDrained();
  }

  closed(reason: "removed" | "stopping"): void {
    this.ended = true;
    this.#window.flush();
    const code = reason === "removed" ? CLOSE.normal : CLOSE.goingAway;
    this.#socket.close(code, reason === "removed" ? "the session is gone" : "the daemon stops");
  }

  send(frame: AttachServerFrame): void {
    this.#window.push(JSON.stringify(frame), false);
  }

  complain(message: string): void {
    if (this.queuedBytes > COMPLAINT_BYTES) return;
    this.send({ type: "error", code: "invalid_request", message });
  }

  /** From now on, and once at once if everything sent so far is gone already. */
  tellDrained(onDrained: () => void): void {
    this.#onDrained = onDrained;
    this.#tellIfDrained();
  }

  forget(): void {
    this.#onDrained = null;
  }

  #write(content: string | Uint8Array): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#socket.send(content, { binary: typeof content !== "string" }, (error) => {
      if (error === undefined || error === null) this.#lifeline.sign();
      this.#tellIfDrained();
    });
  }

  #tellIfDrained(): void {
    if (this.queuedBytes === 0) this.#onDrained?.();
  }
}
