import { readLargeProcFile } from "./proc-files.ts";

/** True where the bytes of an environment hold exactly this variable with exactly this value. */
export function environmentHolds(environment: Buffer, name: string, value: string): boolean {
  const entry = Buffer.from(`${name}=${value}`);
  for (let at = environment.indexOf(entry); at !== -1; at = environment.indexOf(entry, at + 1)) {
    const starts = at === 0 || environment[at - 1] === 0;
    const after = environment[at + entry.length];
    // A program may have written over the last NUL, so the end of the bytes ends an entry as well.
    if (starts && (after === 0 || after === undefined)) return true;
  }
  return false;
}

/** True where a process was started inside the session, as far as it lets us see its environment. */
export function carriesMarker(pid: number, session: string): boolean {
  const environment = readLargeProcFile(`/proc/${pid}/environ`);
  return environment !== null && environmentHolds(environment, "MAESTRO_SESSION_ID", session);
}

/** The arguments a process was started with; none for a process of the kernel or one that is gone. */
export function argumentsOf(pid: number): readonly string[] {
  const bytes = readLargeProcFile(`/proc/${pid}/cmdline`);
  if (bytes === null || bytes.length === 0) return [];
  return bytes.toString("utf8").replace(/\0$/, "").split("\0");
}
