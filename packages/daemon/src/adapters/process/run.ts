import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";

/** A child process to be run to its end. */
export interface RunRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** The whole environment of the child; nothing is added to it. */
  readonly env: Readonly<Record<string, string>>;
  /** Written to standard input, which is empty otherwise. */
  readonly input?: string | Uint8Array;
  /**
   * After this many milliseconds the child and its whole process group are killed, and at most a
   * grace time later the answer is there, whether or not the kernel let go of the child.
   */
  readonly timeoutMs: number;
  /** More output than this many bytes ends the child too; 64 MiB where left out. */
  readonly maxBytes?: number;
  /**
   * Called with each piece of standard output instead of collecting it; answers `stop` when enough
   * was read, and the child is then ended.
   */
  readonly onStdout?: (chunk: Buffer) => "more" | "stop";
}

/** How a child process ended. `failed` means that it could not be started at all. */
export type RunOutcome =
  | {
      readonly kind: "exited";
      readonly code: number;
      readonly stdout: Buffer;
      readonly stderr: string;
    }
  | { readonly kind: "signalled"; readonly signal: string; readonly stderr: string }
  | { readonly kind: "stopped" }
  | { readonly kind: "timed-out"; readonly stderr: string }
  | { readonly kind: "overflowed" }
  | { readonly kind: "failed"; readonly message: string };

const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;
const MAX_STDERR_BYTES = 64 * 1024;

/**
 * How long output is waited for once the child itself has ended. A process that it left behind (a
 * hook that starts a server) may hold the pipes open for ever.
 */
const LINGER_MS = 1000;

/**
 * How long a killed child gets to be gone. One that the kernel holds (a network file system that does
 * not answer, a disk that is dying) may never be, and whoever waits for it would wait with it.
 */
const GRACE_MS = 2000;

/**
 * The one door to child processes that end. Arguments are an array and never see a shell; the child
 * leads a process group of its own, so that a time-out ends everything it started (a plain kill
 * leaves grandchildren, which hold the pipes open).
 */
export function run(request: RunRequest): Promise<RunOutcome> {
  return new Promise((resolve, reject) => {
    const child = start(request);
    if (typeof child === "string") {
      resolve({ kind: "failed", message: child });
      return;
    }
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let stdoutBytes = 0;
    let stderrBytes = 0;
    let verdict: "timed-out" | "overflowed" | "stopped" | null = null;
    let hasExited = false;
    let given: NodeJS.Timeout | undefined;

    const words = (): string => Buffer.concat(stderr).toString("utf8");
    const answer = (code: number | null, signal: string | null): void => {
      clearTimeout(timer);
      clearTimeout(given);
      if (verdict === "timed-out") resolve({ kind: verdict, stderr: words() });
      else if (verdict !== null) resolve({ kind: verdict });
      else if (code !== null) {
        resolve({ kind: "exited", code, stdout: Buffer.concat(stdout), stderr: words() });
      } else resolve({ kind: "signalled", signal: signal ?? "unknown", stderr: words() });
    };
    const end = (why: NonNullable<typeof verdict>): void => {
      verdict ??= why;
      // Once it was waited for, its number may already be somebody else's.
      if (!hasExited) killGroup(child.pid);
      given ??= setTimeout(giveUp, GRACE_MS);
    };
    const giveUp = (): void => {
      clearTimeout(timer);
      child.stdin.destroy();
      child.stdout.destroy();
      child.stderr.destroy();
      child.unref();
      answer(null, null);
    };
    let timer = setTimeout(() => end("timed-out"), request.timeoutMs);

    child.stdout.on("data", (chunk: Buffer) => {
      if (verdict !== null) return;
      if (request.onStdout !== undefined) {
        try {
          if (request.onStdout(chunk) === "stop") end("stopped");
        } catch (error) {
          end("stopped");
          reject(error);
        }
        return;
      }
      stdoutBytes += chunk.length;
      if (stdoutBytes > (request.maxBytes ?? DEFAULT_MAX_BYTES)) end("overflowed");
      else stdout.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      stderrBytes += chunk.length;
      if (stderrBytes <= MAX_STDERR_BYTES) stderr.push(chunk);
    });
    // A child that does not read its input closes the pipe: its exit code says the rest.
    child.stdin.on("error", () => {});
    child.stdin.end(request.input ?? "");

    child.on("error", (error) => {
      clearTimeout(timer);
      resolve({ kind: "failed", message: error.message });
    });
    child.on("exit", () => {
      hasExited = true;
      clearTimeout(timer);
      timer = setTimeout(() => {
        // Where the daemon itself was held up, output may lie there unread: timers come before
        // reading in the event loop, and immediates behind it. An answer that is cut off without a
        // word could make a tree look clear.
        setImmediate(() => {
          child.stdout.destroy();
          child.stderr.destroy();
        });
      }, LINGER_MS);
    });
    child.on("close", answer);
  });
}

/** The child, or why it could not even be tried (a NUL character in an argument, say). */
function start(request: RunRequest): ChildProcessWithoutNullStreams | string {
  try {
    const child = spawn(request.file, request.args, {
      cwd: request.cwd,
      env: request.env,
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
    if (hasPipes(child)) return child;
    // Without free descriptors there are no pipes, and the error comes as an event nobody expects.
    child.on("error", () => {});
    return `${request.file} cannot be started: too many files are open`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** What the types promise and Node keeps only while descriptors are left. */
function hasPipes(child: { readonly stdout: unknown }): boolean {
  return child.stdout !== undefined && child.stdout !== null;
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group is gone already.
  }
}
