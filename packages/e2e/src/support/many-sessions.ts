import { randomUUID } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { askTmux } from "./session-tmux.ts";
import type { TestDaemon } from "./test-daemon.ts";

/**
 * Gives a daemon as many dormant sessions as asked, in so many projects: the records of one that was
 * cut off, under other ids. A running one costs a tmux server, which no list looks at.
 */
export async function manySessions(
  daemon: TestDaemon,
  count: number,
  projects: number,
): Promise<void> {
  const { id } = await daemon.create({ command: "cat" });
  const folder = join(daemon.stateDir, "sessions");
  await daemon.down();
  await askTmux(daemon, id, "kill-server");
  const record = JSON.parse(await readFile(join(folder, `${id}.json`), "utf8")) as object;
  await Promise.all(
    Array.from({ length: count - 1 }, async (_, at) => {
      const copy = {
        ...record,
        id: randomUUID(),
        cwd: join(daemon.home, `project-${at % projects}`),
        metadata: { name: `Session ${at}`, name_source: "user" },
      };
      await mkdir(copy.cwd, { recursive: true });
      await writeFile(join(folder, `${copy.id}.json`), JSON.stringify(copy), { mode: 0o600 });
    }),
  );
  await daemon.up();
  await daemon.recovered();
}
