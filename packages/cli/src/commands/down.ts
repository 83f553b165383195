import { setTimeout as delay } from "node:timers/promises";
import { CliFailure } from "../cli-failure.ts";
import type { Context } from "../context.ts";
import { daemonIfRunning } from "../daemon/connect.ts";
import { answers } from "../daemon/daemon-record.ts";
import { EXIT } from "../exit-codes.ts";

const STOP_LIMIT_MS = 30_000;

/** Stops the daemon and waits until it is gone; sessions go on. */
export async function down(context: Context) {
  const daemon = await daemonIfRunning(context);
  if (daemon === null) return context.note("No daemon runs.");
  const { pid, socket } = daemon.record;
  const { sessions } = await daemon.api.getStatus();
  await daemon.api.shutdown();
  const deadline = Date.now() + STOP_LIMIT_MS;
  while (alive(pid) || (await answers(socket))) {
    if (Date.now() >= deadline) {
      throw new CliFailure(
        EXIT.failed,
        `The daemon (process ${pid}) is still there after ${STOP_LIMIT_MS / 1000} s.`,
      );
    }
    await delay(20);
  }
  const go = sessions.running === 1 ? "1 session goes on" : `${sessions.running} sessions go on`;
  context.print(`The daemon stopped. ${go}.`);
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
