import { constants, openSync } from "node:fs";
import { rm } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import { MaestroError } from "../../domain/maestro-error.ts";
import { shellQuote } from "./command-file.ts";
import { makeFifos } from "./make-fifos.ts";
import { releaseHelper } from "./release-helper.ts";

const { O_NONBLOCK, O_RDWR, O_WRONLY } = constants;

/** How long the helper behind `pipe-pane` may take to open its end. */
const HELPER_DEADLINE_MS = 5_000;

/** More input than this waiting for a program that does not read is refused. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024;

/**
 * Opens a FIFO for reading. It is opened for writing too, so that it never ends, and without
 * blocking, so that it needs no thread: `fs.createReadStream` on FIFOs fills the thread pool and
 * hangs at twenty.
 */
export function readFifo(path: string): Socket {
  const fifo = new Socket({
    fd: openSync(path, O_RDWR | O_NONBLOCK),
    readable: true,
    writable: false,
  });
  fifo.on("error", () => fifo.destroy());
  return fifo;
}

/**
 * One opening of a pane's byte pipe: what the program writes comes out of one FIFO, what is typed
 * goes into the other. Every opening has FIFOs of its own, since old bytes may stand in used ones.
 */
export class Pipe {
  /** The shell line for `pipe-pane -IO`. */
  readonly helperLine: string;
  readonly #inPath: string;
  readonly #outPath: string;
  readonly #out: Socket;
  readonly #input: Promise<Socket>;
  #openInput: () => void = () => {};
  #closed = false;

  private constructor(inPath: string, outPath: string, out: Socket) {
    this.#inPath = inPath;
    this.#outPath = outPath;
    this.#out = out;
    this.helperLine = `cat <${tmuxWord(inPath)} & exec cat >${tmuxWord(outPath)}`;
    this.#input = new Promise<void>((start) => {
      this.#openInput = start;
    }).then(() => this.#connectInput());
    this.#input.catch(() => {});
  }

  /** Makes the FIFOs (and `others`, in the same process) and opens the reading end. */
  static async open(
    directory: string,
    number: number,
    others: readonly string[] = [],
  ): Promise<Pipe> {
    const inPath = join(directory, `in.${number}`);
    const outPath = join(directory, `out.${number}`);
    await rm(inPath, { force: true });
    await rm(outPath, { force: true });
    await makeFifos([inPath, outPath, ...others]);
    return new Pipe(inPath, outPath, readFifo(outPath));
  }

  /** Starts to deliver what the program writes; each buffer is the receiver's own. */
  onOutput(receive: (bytes: Buffer) => void): void {
    this.#out.on("data", receive);
  }

  /** To be called when tmux has started the helper. */
  connect(): void {
    this.#openInput();
  }

  /** Resolves when the bytes are in the pipe, in the order of the calls. */
  async write(bytes: Uint8Array): Promise<void> {
    const input = await this.#input;
    if (input.destroyed) throw notDelivered("its input pipe is closed");
    if (input.writableLength + bytes.length > MAX_WAITING_BYTES) {
      throw notDelivered("the program does not read, and too much input waits for it already");
    }
    await new Promise<void>((resolve, reject) => {
      input.write(bytes, (error) => {
        if (error === null || error === undefined) resolve();
        else reject(notDelivered(error.message));
      });
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#out.destroy();
    this.#openInput();
    await this.#input.then(
      (input) => input.destroy(),
      () => {},
    );
    for (const path of [this.#inPath, this.#outPath]) {
      releaseHelper(path);
      await rm(path, { force: true });
    }
  }

  /** Opened for writing alone: with O_RDWR a FIFO swallows input when the helper is gone. */
  async #connectInput(): Promise<Socket> {
    const deadline = Date.now() + HELPER_DEADLINE_MS;
    for (;;) {
      if (this.#closed) throw notDelivered("the terminal is closed");
      try {
        const fd = openSync(this.#inPath, O_WRONLY | O_NONBLOCK);
        const input = new Socket({ fd, readable: false, writable: true });
        input.on("error", () => input.destroy());
        return input;
      } catch (error) {
        // ENXIO: nobody reads yet; the helper is still starting.
        if ((error as NodeJS.ErrnoException).code !== "ENXIO" || Date.now() > deadline) {
          throw notDelivered((error as Error).message);
        }
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
    }
  }
}

/** A shell word in a line that tmux expands (`#…`, `%…`) before the shell sees it. */
function tmuxWord(text: string): string {
  return shellQuote(text).replaceAll("#", "##").replaceAll("%", "%%");
}

function notDelivered(why: string): MaestroError {
  return new MaestroError(
    "not_delivered",
    `The input was not delivered: ${why}. Look at the screen for what of it arrived, then send the rest.`,
  );
}
