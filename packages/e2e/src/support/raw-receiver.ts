import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually, type TestDaemon } from "./test-daemon.ts";

/** A program that keeps what is typed into it, byte for byte and read by read. */
export class RawReceiver {
  readonly id: string;
  readonly #file: string;

  private constructor(id: string, file: string) {
    this.id = id;
    this.#file = file;
  }

  /** Starts it; `begin` is what it writes first, the modes that it wants for one. */
  static async start(daemon: TestDaemon, name: string, begin = ""): Promise<RawReceiver> {
    const file = join(daemon.home, `${name}.reads`);
    const script = `
      const fs = require("node:fs");
      fs.writeFileSync(${JSON.stringify(file)}, "");
      process.stdin.setRawMode(true);
      process.stdin.on("data", (bytes) =>
        fs.appendFileSync(${JSON.stringify(file)}, bytes.toString("base64") + "\\n"));
      process.stdout.write(${JSON.stringify(begin)} + "listens");`;
    const { id } = await daemon.create({ command: [process.execPath, "-e", script] });
    await daemon.untilScreen(id, "listens");
    return new RawReceiver(id, file);
  }

  /** Every read of the program so far. */
  async reads(): Promise<Buffer[]> {
    const lines = (await readFile(this.#file, "latin1")).split("\n").slice(0, -1);
    return lines.map((line) => Buffer.from(line, "base64"));
  }

  /** What arrived, once it is so many bytes or more. */
  async until(length: number): Promise<Buffer> {
    return eventually(async () => {
      const bytes = Buffer.concat(await this.reads());
      if (bytes.length < length) throw new Error(`${bytes.length} of ${length} bytes arrived`);
      return bytes;
    });
  }

  async untilText(length: number): Promise<string> {
    return (await this.until(length)).toString();
  }
}
