import { writeFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import {
  type FakeAgents,
  installFakeAgents,
  PATIENT_HOOKS,
} from "./fake-agents/install-fake-agents.ts";
import { TestDaemon } from "./test-daemon.ts";

/** What a daemon with fake agents is set up with. */
export interface AgentsSetUp {
  /** Lines of its configuration. */
  readonly config?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A daemon that finds the fake agents first in its PATH, their hooks patient. */
export async function daemonWithAgents({ config = [], env = {} }: AgentsSetUp = {}): Promise<{
  readonly daemon: TestDaemon;
  readonly agents: FakeAgents;
}> {
  let agents: FakeAgents | null = null;
  const daemon = await TestDaemon.start(async (home) => {
    agents = await installFakeAgents(home);
    await mkdir(join(home, ".config/maestro"), { recursive: true });
    await writeFile(join(home, ".config/maestro/config.toml"), `${config.join("\n")}\n`);
    return { PATH: `${agents.bin}:${process.env["PATH"]}`, ...PATIENT_HOOKS, ...env };
  });
  if (agents === null) throw new Error("no agents were installed");
  return { daemon, agents };
}
