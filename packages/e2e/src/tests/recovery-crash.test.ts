import { access } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Session, sessionName } from "@maestro/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { unaccounted } from "../support/account.ts";
import { put, ScratchRepository } from "../support/scratch-repository.ts";
import { eventually, TestDaemon } from "../support/test-daemon.ts";

/** How often the daemon is killed; each time it is in the middle of every operation at once. */
const CRASHES = 12;

/** Each round takes about two seconds on an idle machine; a busy one may take many times that. */
const DEADLINE_MS = 900_000;

/** The latest moment of a kill, counted from the start of the operations. */
const LATEST_MS = 60;

let daemon: TestDaemon;
let repository: ScratchRepository;
/** Branches of sessions that were once answered or listed: they outlive everything. */
const known = new Set<string>();

beforeAll(async () => {
  daemon = await TestDaemon.start();
  repository = await ScratchRepository.make(daemon);
});
afterAll(() => daemon.destroy());

async function create(branch: string, command: Session["command"] = ["cat"]): Promise<Session> {
  const session = await daemon.create({
    command,
    worktree: { base_repo: repository.base, branch, create_branch: true },
  });
  known.add(branch);
  return session;
}

const find = async ({ id }: Session): Promise<Session | null> =>
  (await daemon.api.listSessions()).find((session) => session.id === id) ?? null;
const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

test(
  `after a kill -9 in the middle of anything, ${CRASHES * 7} times, all is accounted for`,
  async () => {
    for (let round = 0; round < CRASHES; round++) {
      const again = join(daemon.home, `again-${round}`);
      const [killed, forced, settles, worked, renamed, resumed] = await Promise.all([
        create(`killed-${round}`),
        create(`forced-${round}`),
        create(`settles-${round}`, "read -r l"),
        create(`worked-${round}`, "read -r l; echo mine >mine.txt"),
        daemon.create({ command: ["cat"], name: "old" }),
        daemon.create({ command: `[ -e ${again} ] || exit 0; exec cat` }),
      ]);
      await daemon.until(resumed.id, ({ settled }) => settled === true);
      await put(again, "");
      await put(join(forced.cwd, "precious.txt"), "work");
      const { api } = daemon;
      const enter = { text: "", submit: true };
      const moment = Math.random() * LATEST_MS;
      // The calls are cut off; whatever they would have answered, what is on the machine counts.
      const cutOff = [
        create(`made-${round}`),
        api.killSession({ params: { id: killed.id }, query: {} }),
        api.killSession({ params: { id: forced.id }, query: { force: "true" } }),
        api.sendInput({ params: { id: settles.id }, body: enter }),
        api.sendInput({ params: { id: worked.id }, body: enter }),
        api.updateSession({ params: { id: renamed.id }, body: { name: "new" } }),
        api.resumeSession({ params: { id: resumed.id } }),
      ].map((call) => Promise.resolve<unknown>(call).catch(() => {}));
      await delay(moment);
      await daemon.crash();
      await Promise.all(cutOff);
      await daemon.up();
      await daemon.recovered();
      const where = `killed ${moment.toFixed(1)} ms into round ${round}`;

      for (const session of [settles, worked]) {
        // Where the Enter was not typed any more the command still waits for it.
        await api.sendInput({ params: { id: session.id }, body: enter }).catch(() => {});
        await daemon.api.sendInput({ params: { id: session.id }, body: enter }).catch(() => {});
        await daemon.until(session.id, ({ settled }) => settled === true);
      }
      await eventually(async () => {
        expect(await unaccounted(daemon, repository, known), where).toEqual([]);
      });
      expect(["running", undefined]).toContain((await find(killed))?.status);
      expect(await exists(join(forced.cwd, "precious.txt")), where).toBe(true);
      expect((await find(settles))?.worktree, where).toBeNull();
      expect(await exists(join(worked.cwd, "mine.txt")), where).toBe(true);
      expect(["running", "dead"]).toContain((await find(resumed))?.status);
      const now = await find(renamed);
      expect(["old", "new"]).toContain(now && sessionName(now));

      const left = await daemon.api.listSessions();
      for (const { repo } of left) if (repo?.branch) known.add(repo.branch);
      await Promise.all(
        left.map(({ id }) => daemon.api.killSession({ params: { id }, query: { force: "true" } })),
      );
    }
  },
  DEADLINE_MS,
);
