import { access, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Session } from "@maestro/protocol";
import { describe, expect, test } from "vitest";
import { unaccounted } from "../support/account.ts";
import { FaultyDaemon } from "../support/faults.ts";
import { retainedEntry } from "../support/retained-entries.ts";
import { put, ScratchRepository } from "../support/scratch-repository.ts";
import { eventually, type TestDaemon } from "../support/test-daemon.ts";

/** No operation has more steps; one that comes here goes round in circles. */
const MOST_STEPS = 30;
const DEADLINE_MS = 240_000;

/** What an operation is tried on. */
interface Stage {
  readonly daemon: TestDaemon;
  readonly repository: ScratchRepository;
  readonly branch: string;
}

/** One operation: what is there before, what is done, and what has to be so after a crash in it. */
interface Operation {
  readonly title: string;
  readonly before: (stage: Stage) => Promise<Session | null>;
  readonly act: (stage: Stage, session: Session) => Promise<unknown>;
  /** Does it once more, or what comes after it: that has to work. */
  readonly after: (stage: Stage, session: Session) => Promise<void>;
}

const create = (
  { daemon, repository, branch }: Stage,
  command: Session["command"] = "read -r l",
): Promise<Session> =>
  daemon.create({
    command,
    worktree: { base_repo: repository.base, branch, create_branch: true },
  });
const find = async ({ daemon }: Stage, { id }: Session): Promise<Session | undefined> =>
  (await daemon.api.listSessions()).find((session) => session.id === id);
const kill = ({ daemon }: Stage, { id }: Session, force: "true" | "false" = "false") =>
  daemon.api.killSession({ params: { id }, query: { force } });
const reclaim = ({ daemon }: Stage, { cwd: path }: Session, force: boolean) =>
  daemon.api.reclaimWorktree({ body: { path, force } });
const enter = ({ daemon }: Stage, { id }: Session) =>
  daemon.api.sendInput({ params: { id }, body: { text: "", submit: true } });
const settled = ({ daemon }: Stage, { id }: Session): Promise<Session> =>
  daemon.until(id, (now) => now.settled === true);
const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
const work = (session: Session): string => join(session.cwd, "work.txt");

/** A session with a file that no git has. */
async function worked(stage: Stage, command?: string): Promise<Session> {
  const session = await create(stage, command);
  await put(work(session), "work\n");
  return session;
}

/** A dead session that holds its tree. */
async function dead(stage: Stage): Promise<Session> {
  const session = await worked(stage);
  await enter(stage, session);
  return settled(stage, session);
}

/** Ends by itself, whether or not the Enter was typed before the crash. */
async function exit(stage: Stage, session: Session): Promise<Session> {
  await enter(stage, session).catch(() => {});
  return settled(stage, session);
}

/** The work is where it was, or a saved state brings it back. */
async function isThere(stage: Stage, session: Session): Promise<boolean> {
  if (await exists(work(session))) return true;
  const { api } = stage.daemon;
  for (const { ref, base_repo } of await api.listRescued()) {
    if (!ref.includes(`/${stage.branch}/`)) continue;
    const { path } = await api.restoreRescued({ body: { base_repo, ref } });
    return (await readFile(join(path, "work.txt"), "utf8")) === "work\n";
  }
  return false;
}

const OPERATIONS: readonly Operation[] = [
  {
    title: "create without a tree",
    before: async () => null,
    act: ({ daemon, branch }) => daemon.create({ command: ["cat"], metadata: { tag: branch } }),
    async after({ daemon, branch }) {
      // What runs is known for what it is: none is a small record of a terminal that nobody knows.
      const made = await daemon.api.listSessions();
      for (const { id, ...session } of made) {
        const { home: cwd } = daemon;
        expect(session).toMatchObject({ cwd, command: ["cat"], metadata: { tag: branch } });
        await daemon.api.killSession({ params: { id }, query: {} });
      }
      expect(made.length).toBeLessThan(2);
    },
  },
  {
    title: "create",
    before: async () => null,
    act: (stage) => create(stage),
    async after(stage) {
      const made = (await stage.daemon.api.listSessions()).find(
        ({ worktree }) => worktree?.branch === stage.branch,
      );
      await kill(stage, made ?? (await create(stage)));
    },
  },
  {
    title: "kill of a clear tree",
    before: (stage) => create(stage),
    act: (stage, session) => kill(stage, session),
    async after(stage, session) {
      if ((await find(stage, session)) !== undefined) await kill(stage, session);
      expect(await exists(session.cwd)).toBe(false);
    },
  },
  {
    title: "forced kill over unsaved work",
    before: (stage) => worked(stage),
    act: (stage, session) => kill(stage, session, "true"),
    async after(stage, session) {
      if ((await find(stage, session)) !== undefined) await kill(stage, session, "true");
      expect(await exists(work(session))).toBe(true);
      expect((await retainedEntry(stage.daemon, session.cwd))?.reason).toBe("force-killed");
    },
  },
  {
    title: "natural exit from a clear tree",
    before: (stage) => create(stage),
    act: async (stage, session) => {
      await enter(stage, session);
      await settled(stage, session);
    },
    async after(stage, session) {
      expect((await exit(stage, session)).worktree).toBeNull();
      expect(await exists(session.cwd)).toBe(false);
    },
  },
  {
    title: "natural exit from unsaved work",
    before: (stage) => worked(stage),
    act: async (stage, session) => {
      await enter(stage, session);
      await settled(stage, session);
    },
    async after(stage, session) {
      expect((await exit(stage, session)).worktree?.path).toBe(session.cwd);
      expect(await exists(work(session))).toBe(true);
      expect((await retainedEntry(stage.daemon, session.cwd))?.reason).toBe(
        "exited-with-unsaved-work",
      );
    },
  },
  {
    title: "forced reclaim of a tree that nobody holds",
    async before(stage) {
      const session = await worked(stage);
      await kill(stage, session, "true");
      return session;
    },
    act: (stage, session) => reclaim(stage, session, true),
    async after(stage, session) {
      expect(await isThere(stage, session)).toBe(true);
      if (await exists(work(session))) await reclaim(stage, session, true);
      expect(await isThere(stage, session)).toBe(true);
    },
  },
  {
    title: "forced reclaim of a tree that a dead session holds",
    before: (stage) => dead(stage),
    act: (stage, session) => reclaim(stage, session, true),
    async after(stage, session) {
      expect(await isThere(stage, session)).toBe(true);
      if (await retainedEntry(stage.daemon, session.cwd)) await reclaim(stage, session, true);
      expect((await find(stage, session))?.worktree).toBeNull();
      await kill(stage, session);
    },
  },
  {
    title: "resume into a tree that is made again",
    async before(stage) {
      const session = await create(stage);
      await enter(stage, session);
      return settled(stage, session);
    },
    act: ({ daemon }, { id }) => daemon.api.resumeSession({ params: { id } }),
    async after(stage, session) {
      const now = await find(stage, session);
      if (now?.status !== "running") {
        await stage.daemon.api.resumeSession({ params: { id: session.id } });
      }
      const running = await find(stage, session);
      expect(running?.worktree?.branch).toBe(stage.branch);
      await kill(stage, session);
    },
  },
];

describe.concurrent("W10 after a kill -9 before each step, all is accounted for and nothing is lost", () => {
  test.for(OPERATIONS)(
    "$title",
    { timeout: DEADLINE_MS },
    async ({ before, act, after }, { onTestFinished }) => {
      const faulty = await FaultyDaemon.start();
      onTestFinished(() => faulty.destroy());
      const { daemon } = faulty;
      const repository = await ScratchRepository.make(daemon);
      const known = new Set<string>();
      let deaths = 0;
      for (let step = 1; step <= MOST_STEPS; step++) {
        const branch = `try-${step}`;
        const stage = { daemon, repository, branch };
        const session = await before(stage);
        if (session !== null) known.add(branch);
        const died = await faulty.dieAt(step, () => act(stage, session as Session));
        if (!died) break;
        deaths++;
        const left = async (): Promise<string[]> => unaccounted(daemon, repository, known);
        await eventually(async () => expect(await left(), `died before step ${step}`).toEqual([]));
        await after(stage, session as Session);
        known.add(branch);
      }
      expect(deaths).toBeGreaterThan(2);
      expect(deaths).toBeLessThan(MOST_STEPS);
    },
  );
});
