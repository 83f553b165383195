import { text as readAll } from "node:stream/consumers";
import { CliFailure } from "../cli-failure.ts";
import { type Context, printJson } from "../context.ts";
import { daemonFor, sessionFor } from "../daemon/connect.ts";
import { EXIT } from "../exit-codes.ts";
import { seconds } from "../seconds.ts";
import { REST, waitForState } from "../wait-for-state.ts";
import { reportWait } from "./wait.ts";

/** The options of `send`. */
export interface SendOptions {
  readonly submit: boolean;
  readonly wait?: boolean;
  readonly timeout?: string;
  readonly json?: boolean;
}

/**
 * Types text into a session, with Enter behind it unless told not to; with `wait` until the turn that
 * began with it is over.
 */
export async function send(
  context: Context,
  word: string,
  options: SendOptions & { words: string[] },
) {
  const { words, submit } = options;
  if (!submit && options.wait === true) {
    throw new CliFailure(
      EXIT.usage,
      "Without Enter no turn begins: --wait or --no-submit, not both",
    );
  }
  const timeoutMs = options.timeout === undefined ? null : seconds("--timeout", options.timeout);
  const { api, connection } = await daemonFor(context);
  const { id } = await sessionFor(api, word);
  const text = words.length === 1 && words[0] === "-" ? await fromStdin(submit) : words.join(" ");
  const receipt = await api.sendInput({
    params: { id },
    body: { text, submit, request_id: crypto.randomUUID() },
  });
  if (options.wait !== true) {
    if (options.json === true) printJson(context, receipt);
    return;
  }
  const outcome = await waitForState(connection, id, {
    states: REST,
    after: receipt.seq,
    timeoutMs,
  });
  if (options.json === true) printJson(context, outcome.session);
  reportWait(context, [outcome]);
}

/** With Enter to follow, the line end that every file has would be one Enter too many. */
async function fromStdin(submit: boolean): Promise<string> {
  const text = await readAll(process.stdin);
  return submit ? text.replace(/\r?\n$/, "") : text;
}
