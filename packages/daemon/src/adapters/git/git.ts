import { stat } from "node:fs/promises";
import { CallsUnderWay } from "./calls-under-way.ts";
import { run, type RunOutcome } from "../process/run.ts";
import { gitEnvironment, READ_ENVIRONMENT, type Environment } from "./git-environment.ts";
import { READ_ARGUMENTS, WRITE_ARGUMENTS } from "./settings.ts";

/** Where and how long one git command runs. */
export interface GitCall {
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly input?: string | Uint8Array;
  /** Takes standard output piece by piece; `stop` ends git early. */
  readonly onStdout?: (chunk: Buffer) => "more" | "stop";
  /** Variables for this call alone (a temporary index, say). */
  readonly env?: Readonly<Record<string, string>>;
}

/** What git answered. `refused` holds git's own words, `failed` ours: git did not get to an answer. */
export type GitAnswer =
  | { readonly kind: "ok"; readonly stdout: Buffer; readonly stderr: string }
  | {
      readonly kind: "refused";
      readonly code: number;
      readonly stdout: Buffer;
      readonly message: string;
    }
  | { readonly kind: "stopped" }
  | { readonly kind: "failed"; readonly message: string };

/** The one door to git. */
export interface Git {
  /** A command that changes nothing. */
  read(args: readonly string[], call: GitCall): Promise<GitAnswer>;
  /** A command that changes the repository; hooks run as the user set them up. */
  write(args: readonly string[], call: GitCall): Promise<GitAnswer>;
  /** What goes through it at this moment. */
  readonly calls: CallsUnderWay;
}

/** Opens the door; `env` is the daemon's own environment, cleaned here. */
export function openGit(env: Environment): Git {
  const base = gitEnvironment(env);
  const calls = new CallsUnderWay();
  const ask = async (
    args: readonly string[],
    call: GitCall,
    own: Readonly<Record<string, string>>,
  ): Promise<GitAnswer> => {
    if (call.timeoutMs <= 0)
      return { kind: "failed", message: "there was no time left to ask git" };
    const running = run({
      file: "git",
      args: [...insideGitDirectory(call.cwd), ...args],
      cwd: call.cwd,
      env: { ...base, ...own, ...call.env },
      timeoutMs: call.timeoutMs,
      ...(call.input === undefined ? {} : { input: call.input }),
      ...(call.onStdout === undefined ? {} : { onStdout: call.onStdout }),
    });
    const outcome = await calls.follow(call.cwd, running);
    if (outcome.kind === "failed") {
      return { kind: "failed", message: await whyNotStarted(outcome.message, call.cwd) };
    }
    return answerOf(outcome, call.timeoutMs);
  };
  return {
    read: (args, call) => ask([...READ_ARGUMENTS, ...args], call, READ_ENVIRONMENT),
    write: (args, call) => ask([...WRITE_ARGUMENTS, ...args], call, {}),
    calls,
  };
}

/**
 * A user may forbid bare repositories that are found by where git runs. The directory of a checkout's
 * own repository is none of those, but git takes it for one before 2.45.
 */
function insideGitDirectory(cwd: string): readonly string[] {
  return cwd.split("/").includes(".git") ? ["-c", "safe.bareRepository=all"] : [];
}

function answerOf(outcome: Exclude<RunOutcome, { kind: "failed" }>, timeoutMs: number): GitAnswer {
  if (outcome.kind === "stopped") return { kind: "stopped" };
  if (outcome.kind !== "exited") return { kind: "failed", message: whyCut(outcome, timeoutMs) };
  const { code, stdout, stderr } = outcome;
  if (code === 0) return { kind: "ok", stdout, stderr };
  const message = gitWords(stderr) || `git ended with status ${code}`;
  return { kind: "refused", code, stdout, message };
}

function whyCut(
  outcome: Extract<RunOutcome, { kind: "timed-out" | "overflowed" | "signalled" }>,
  timeoutMs: number,
): string {
  if (outcome.kind === "timed-out") return `git did not answer within ${timeoutMs} ms`;
  if (outcome.kind === "overflowed") return "git answered with more than could be read";
  return `git was ended by ${outcome.signal}`;
}

/** A missing directory reads like a missing program in the system's message: say which it is. */
async function whyNotStarted(message: string, cwd: string): Promise<string> {
  const directory = await stat(cwd).catch(() => null);
  if (directory === null) return `the directory ${cwd} does not exist or cannot be reached`;
  if (!directory.isDirectory()) return `${cwd} is not a directory`;
  return `git could not be started: ${message}`;
}

/** git's complaint for a person: without progress lines, hints and the `fatal:` in front. */
function gitWords(stderr: string): string {
  return stderr
    .split("\n")
    .filter((line) => !/^(hint:|Preparing worktree|HEAD is now at|Updating files:)/.test(line))
    .map((line) => line.replace(/^(fatal|error): /, "").trimEnd())
    .filter((line) => line !== "")
    .join("\n");
}

/** The text of an answer, or null where git refused or failed. */
export function textOf(answer: GitAnswer): string | null {
  return answer.kind === "ok" ? answer.stdout.toString("utf8") : null;
}

/** Why an answer is none, in words. */
export function whyNot(answer: GitAnswer): string {
  if (answer.kind === "refused" || answer.kind === "failed") return answer.message;
  return answer.kind === "stopped"
    ? "git was stopped early"
    : "git gave an answer that makes no sense";
}
