import { text as readAll } from "node:stream/consumers";
import { type Context, printJson } from "../context.ts";
import { daemonFor, sessionFor } from "../daemon/connect.ts";

/** The options of `send`. */
export interface SendOptions {
  readonly submit: boolean;
  readonly json?: boolean;
}

/** Types text into a session, with Enter behind it unless told not to. */
export async function send(
  context: Context,
  word: string,
  options: SendOptions & { words: string[] },
) {
  const { words, submit } = options;
  const { api } = await daemonFor(context);
  const { id } = await sessionFor(api, word);
  const text = words.length === 1 && words[0] === "-" ? await fromStdin(submit) : words.join(" ");
  const receipt = await api.sendInput({
    params: { id },
    body: { text, submit, request_id: crypto.randomUUID() },
  });
  if (options.json === true) printJson(context, receipt);
}

/** With Enter to follow, the line end that every file has would be one Enter too many. */
async function fromStdin(submit: boolean): Promise<string> {
  const text = await readAll(process.stdin);
  return submit ? text.replace(/\r?\n$/, "") : text;
}
