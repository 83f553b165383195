import { chmod, mkdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { fakeAgentsDir } from "./conversations.ts";

const NAMES = ["claude", "codex", "gemini", "opencode"] as const;

/** Hooks that give up, as they must on an agent's path, would leave a slow machine with other states. */
export const PATIENT_HOOKS = { FAKE_HOOK_LIFETIME_MS: "60000" };

/** One start of a fake agent. */
interface FakeRun {
  readonly agent: string;
  readonly args: readonly string[];
  /** The names of the variables of maestro's that it had. */
  readonly maestro: readonly string[];
  readonly pid: number;
  readonly cwd: string;
}

/** Fake agents below a home of a test's own. `bin` has to come first in PATH. */
export interface FakeAgents {
  readonly bin: string;
  /** Every start of one of them so far. */
  runs(): Promise<readonly FakeRun[]>;
}

/** Puts programs called `claude`, `codex`, `gemini` and `opencode` into a directory. */
export async function installFakeAgents(home: string): Promise<FakeAgents> {
  const root = fakeAgentsDir(home);
  const bin = join(root, "bin");
  const program = join(root, "fake-agent.mjs");
  await mkdir(bin, { recursive: true });
  await build({
    entryPoints: [fileURLToPath(new URL("./fake-agent.ts", import.meta.url))],
    outfile: program,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    banner: { js: `#!${process.execPath}` },
  });
  await chmod(program, 0o755);
  for (const name of NAMES) await symlink(program, join(bin, name));
  return {
    bin,
    async runs() {
      const text = await readFile(join(root, "runs.jsonl"), "utf8").catch(() => "");
      return text
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as FakeRun);
    },
  };
}
