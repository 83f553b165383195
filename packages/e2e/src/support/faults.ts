import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { Unreachable } from "@maestro/client";
import { TestDaemon } from "./test-daemon.ts";

/** A daemon that ends right before a step that is asked for. */
export class FaultyDaemon {
  readonly daemon: TestDaemon;
  readonly #file: string;

  private constructor(daemon: TestDaemon, file: string) {
    this.daemon = daemon;
    this.#file = file;
  }

  static async start(): Promise<FaultyDaemon> {
    const file = join(tmpdir(), `maestro-fault-${randomUUID()}`);
    return new FaultyDaemon(await TestDaemon.start({ MAESTRO_FAULT_AT: file }), file);
  }

  /**
   * Lets something happen and ends the daemon before its step of this number, then starts it again.
   * Answers false where it came to its end before that step.
   */
  async dieAt(step: number, act: () => Promise<unknown>): Promise<boolean> {
    await writeFile(this.#file, String(step));
    const ended = act().then(
      () => "done" as const,
      // Its answer was cut off, which is heard before the end of the process is.
      (error: unknown) => (error instanceof Unreachable ? this.#death() : Promise.reject(error)),
    );
    const fate = await Promise.race([this.#death(), ended]);
    // What still waits for the daemon's answer is nobody's any more.
    ended.catch(() => {});
    await rm(this.#file, { force: true });
    if (fate === "done") return false;
    await this.daemon.up();
    await this.daemon.recovered();
    return true;
  }

  async #death(): Promise<"died"> {
    await this.daemon.gone();
    return "died";
  }

  async destroy(): Promise<void> {
    await rm(this.#file, { force: true });
    await this.daemon.destroy();
  }
}
