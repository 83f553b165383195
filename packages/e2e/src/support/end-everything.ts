import { readdir, readFile } from "node:fs/promises";

/**
 * Kills every process whose environment or command line names the directory: tmux servers, commands
 * and helpers of a test, also those that left their session. Linux alone; elsewhere nothing happens.
 */
export async function endEverythingBelow(directory: string): Promise<void> {
  for (let round = 0; round < 20; round++) {
    const pids = await processesNaming(directory);
    if (pids.length === 0) return;
    for (const pid of pids) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It ended by itself.
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function processesNaming(directory: string): Promise<number[]> {
  const names = await readdir("/proc").catch(() => []);
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  const named = await Promise.all(
    pids.map(async (pid) => {
      if (pid === process.pid) return false;
      const read = (file: string): Promise<string> =>
        readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "");
      return `${await read("environ")}\0${await read("cmdline")}`.includes(`${directory}/`);
    }),
  );
  return pids.filter((_, at) => named[at]);
}
