import { appendFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Where the fake agents of a home keep their conversations and what they were started with. */
export function fakeAgentsDir(home: string): string {
  return join(home, ".fake-agents");
}

/** The prompts of the conversations of one agent, which outlive it. */
export class Conversations {
  readonly #directory: string;

  constructor(home: string, agent: string) {
    this.#directory = join(fakeAgentsDir(home), agent);
  }

  /** null for one that there never was. */
  async prompts(id: string): Promise<readonly string[] | null> {
    try {
      const text = await readFile(join(this.#directory, id), "utf8");
      return text
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line) as string);
    } catch {
      return null;
    }
  }

  async add(id: string, prompt: string): Promise<void> {
    await mkdir(this.#directory, { recursive: true });
    await appendFile(join(this.#directory, id), `${JSON.stringify(prompt)}\n`);
  }
}
