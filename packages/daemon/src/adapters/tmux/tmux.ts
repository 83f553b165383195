import { connect } from "node:net";
import { MaestroError } from "../../domain/maestro-error.ts";
import { run, type RunOutcome } from "../process/run.ts";

/** What a tmux command came to. */
export type TmuxOutcome =
  | { readonly kind: "done"; readonly stdout: Buffer }
  /** tmux answered and refused, in its words. */
  | { readonly kind: "refused"; readonly message: string }
  /** Nobody is there: no server behind the socket. */
  | { readonly kind: "no-server" }
  /** No answer, or none that says anything about the session. */
  | { readonly kind: "unknown"; readonly message: string };

/** Where a tmux command is sent, and what it is started with. */
export interface TmuxCall {
  readonly socket: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** A configuration for a server that this call starts. */
  readonly config?: string;
  readonly timeoutMs?: number;
}

/** The `tmux` program of this machine. */
export class Tmux {
  readonly #file: string;
  readonly #env: Readonly<Record<string, string>>;

  constructor(file: string, env: Readonly<Record<string, string>>) {
    this.#file = file;
    this.#env = env;
  }

  /** The version as tmux prints it ("3.3a"), or null where there is no tmux. */
  async version(): Promise<string | null> {
    const outcome = await run({ file: this.#file, args: ["-V"], env: this.#env, timeoutMs: 5_000 });
    if (outcome.kind !== "exited" || outcome.code !== 0) return null;
    return /^tmux (?:next-)?(\S+)/.exec(outcome.stdout.toString("utf8"))?.[1] ?? null;
  }

  async call(call: TmuxCall): Promise<TmuxOutcome> {
    const outcome = await run({
      file: this.#file,
      args: ["-u", "-S", call.socket, "-f", call.config ?? "/dev/null", ...call.args],
      env: call.env ?? this.#env,
      timeoutMs: call.timeoutMs ?? 10_000,
      ...(call.cwd === undefined ? {} : { cwd: call.cwd }),
    });
    if (outcome.kind === "exited" && outcome.code === 0) {
      return { kind: "done", stdout: outcome.stdout };
    }
    // tmux has several sentences for a server that is not there; the socket itself has one answer.
    if (!(await listens(call.socket))) return { kind: "no-server" };
    return outcome.kind === "exited"
      ? { kind: "refused", message: outcome.stderr.trim() || `tmux exited with ${outcome.code}` }
      : { kind: "unknown", message: describe(outcome) };
  }
}

/** The command's output, or an error that says what was tried and what tmux said. */
export function expectDone(outcome: TmuxOutcome, tried: string): Buffer {
  if (outcome.kind === "done") return outcome.stdout;
  const words = outcome.kind === "no-server" ? "its tmux server is gone" : outcome.message;
  throw new MaestroError("tmux_failed", `${tried}: ${words}.`);
}

/** True unless the system says for certain that nobody listens on the socket. */
function listens(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const answer = (listening: boolean): void => {
      socket.destroy();
      resolve(listening);
    };
    socket.setTimeout(2_000, () => answer(true));
    socket.once("connect", () => answer(true));
    socket.once("error", (error: NodeJS.ErrnoException) => {
      answer(error.code !== "ECONNREFUSED" && error.code !== "ENOENT");
    });
  });
}

function describe(outcome: RunOutcome): string {
  switch (outcome.kind) {
    case "exited":
      return `tmux exited with ${outcome.code}`;
    case "signalled":
      return `tmux was ended by ${outcome.signal}`;
    case "timed-out":
      return "tmux did not answer in time";
    case "overflowed":
      return "tmux answered with more than can be read";
    case "stopped":
      return "tmux was stopped";
    case "failed":
      return outcome.message;
    default:
      return outcome satisfies never;
  }
}
