import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { basename, join } from "node:path";
import type { ScratchRepository } from "../scratch-repository.ts";

/**
 * A program that writes down each line it reads, before it does what the line says: `work FILE`
 * makes a file and then says that it did, `exit CODE` ends.
 */
const PROGRAM = `#!/bin/bash
while IFS= read -r line; do
  printf '%s\\n' "$line" >>"$HOME/ledger/lines-$MAESTRO_SESSION_ID"
  case $line in
  'exit '*) exit "\${line#exit }" ;;
  'work '*) printf 'mine\\n' >"\${line#work }" && printf '%s\\n' "$PWD/\${line#work }" >>"$HOME/ledger/work" ;;
  esac
done
`;

/** What the sessions' programs themselves say happened. */
export class Ledger {
  readonly program: string;
  readonly #home: string;

  private constructor(home: string) {
    this.#home = home;
    this.program = join(home, "worker");
  }

  static async open(home: string): Promise<Ledger> {
    const ledger = new Ledger(home);
    await mkdir(join(home, "ledger"));
    await writeFile(ledger.program, PROGRAM);
    await chmod(ledger.program, 0o755);
    return ledger;
  }

  /** Every line that a session's program read, over all its lives. */
  async linesOf(id: string): Promise<string[]> {
    return readLines(join(this.#home, "ledger", `lines-${id}`));
  }

  /** The paths of all files of work that were ever finished. */
  async work(): Promise<string[]> {
    return readLines(join(this.#home, "ledger", "work"));
  }

  /** The work that is neither where it was made nor in a saved state of the repository. */
  async lostWork(repository: ScratchRepository): Promise<string[]> {
    const missing = (await this.work()).filter((path) => !existsSync(path));
    if (missing.length === 0) return [];
    const refs = repository.git(
      repository.base,
      "for-each-ref",
      "--format=%(refname)",
      "refs/maestro/rescue",
    );
    const saved = new Set(
      refs
        .split("\n")
        .filter((ref) => ref !== "")
        .flatMap((ref) =>
          repository.git(repository.base, "ls-tree", "-r", "--name-only", ref).split("\n"),
        ),
    );
    return missing.filter((path) => !saved.has(basename(path)));
  }
}

async function readLines(path: string): Promise<string[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.split("\n").filter((line) => line !== "");
}
