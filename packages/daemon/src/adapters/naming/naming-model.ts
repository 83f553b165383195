import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NamingRun } from "../../domain/agents/agent.ts";
import { agentNamed } from "../../domain/agents/agents.ts";
import { MAESTRO_VARIABLES, nameInAnswer, promptForNaming } from "../../domain/agents/naming.ts";
import type { Log } from "../../ports/log.ts";
import type { NamingModel } from "../../ports/naming-model.ts";
import { run } from "../process/run.ts";

const TIMEOUT_MS = 60_000;
const MAX_ANSWER_BYTES = 64 * 1024;

/** What a naming run is started with. */
export interface NamingContext {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
}

/** Who names sessions: the agent of this id, else a shell line; null where nobody is configured. */
export function namingModel(configured: string | null, context: NamingContext): NamingModel | null {
  if (configured === null) return null;
  const agent = agentNamed(configured);
  return {
    async name(prompt) {
      // An empty directory of its own: an agent that looks around finds nothing to work on.
      const directory = await mkdtemp(join(tmpdir(), "maestro-naming-"));
      try {
        const naming = agent?.naming(prompt, directory) ?? shellRun(configured, prompt);
        return nameInAnswer(await answerOf(naming, directory, context));
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    },
  };
}

function shellRun(line: string, prompt: string): NamingRun {
  return {
    argv: ["/bin/sh", "-c", line],
    env: {},
    unset: MAESTRO_VARIABLES,
    input: promptForNaming(prompt),
    answer: { kind: "stdout" },
    files: [],
  };
}

async function answerOf(naming: NamingRun, cwd: string, context: NamingContext): Promise<string> {
  for (const { path, content } of naming.files) await writeFile(path, content, { mode: 0o600 });
  const [file = "", ...args] = naming.argv;
  const kept = Object.entries({ ...context.env, ...naming.env }).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !naming.unset.includes(entry[0]),
  );
  const outcome = await run({
    file,
    args,
    cwd,
    env: Object.fromEntries(kept),
    input: naming.input,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
  });
  if (outcome.kind !== "exited" || outcome.code !== 0) {
    context.log.warn("a naming run came to nothing", { outcome: outcome.kind });
    return "";
  }
  if (naming.answer.kind === "stdout") return outcome.stdout.toString("utf8");
  return readFile(naming.answer.path, "utf8");
}
