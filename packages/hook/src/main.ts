// An agent waits for this program at each of its hooks. So it loads nothing that it does not need,
// says nothing but the word that the agent demands, and ends within a second, as a success, whatever
// happens: an agent takes a failure, or a line on standard output, for something to act upon.
import { LIFETIME_MS, msLeft } from "./deadline.ts";
import { parseCall } from "./parse-call.ts";
import { postPayload } from "./post-payload.ts";
import { readPayload } from "./read-payload.ts";
import { startNotify } from "./start-notify.ts";

const QUIT_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

function end(): never {
  process.exit(0);
}

async function run(): Promise<void> {
  const call = parseCall(process.argv.slice(2), process.env);
  if (call.reply !== "") (await import("node:fs")).writeSync(1, call.reply);
  if (call.notify !== null) await startNotify(call.notify);
  if (call.target === null) return;
  const payload = call.payload ?? (await readPayload());
  if (payload === null || !payload.trimStart().startsWith("{")) return;
  await postPayload(call.target, payload);
}

setTimeout(end, msLeft(LIFETIME_MS));
process.on("uncaughtException", end);
for (const signal of QUIT_SIGNALS) process.on(signal, end);
run().then(end, end);
