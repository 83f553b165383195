import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Session } from "@maestro/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { canMount, run } from "../support/machine-abilities.ts";
import { liveTmuxSessions, stateFiles } from "../support/session-traces.ts";
import { TestDaemon } from "../support/test-daemon.ts";

const able = canMount();
let daemon: TestDaemon;
let disk: string;

beforeEach(async () => {
  if (!able) return;
  daemon = await TestDaemon.start(async (home) => {
    disk = join(home, ".local", "state", "maestro");
    await mkdir(disk, { recursive: true });
    run("mount", "-t", "tmpfs", "-o", "size=2m,mode=700", "maestro-test", disk);
    return {};
  });
});
afterEach(async () => {
  if (!able) return;
  await daemon.crash();
  run("umount", "-l", disk);
  await daemon.destroy();
});

const filler = (): string => join(disk, "filler");
/** Takes what room there is. */
const fill = (): Promise<void> => writeFile(filler(), Buffer.alloc(4 << 20)).catch(() => {});
const make = (name: string): Promise<Session> =>
  daemon.create({ command: `echo ${name} is up; exec cat`, name });
const rename = ({ id }: Session, name: string): Promise<Session> =>
  daemon.api.updateSession({ params: { id }, body: { name } });
const names = async (): Promise<unknown[]> =>
  (await daemon.api.listSessions()).map(({ metadata }) => metadata["name"]);

/** What has to be written is refused and leaves no trace; what needs no writing goes on. */
async function expectRefusals(session: Session): Promise<void> {
  const refusal = { code: expect.stringMatching(/^(sidecar|io|tmux)_failed$/) as string };
  await expect(make("late")).rejects.toMatchObject(refusal);
  await expect(rename(session, "other")).rejects.toMatchObject(refusal);
  expect(await names()).toEqual(["early"]);
  expect(await liveTmuxSessions(daemon)).toEqual([session.id]);
  expect(await stateFiles(daemon, "sessions")).toEqual([`${session.id}.json`]);
}

async function expectToTakeInput({ id }: Session, text: string): Promise<void> {
  await daemon.api.sendInput({ params: { id }, body: { text, submit: true } });
  await daemon.untilScreen(id, `${text}\n${text}`);
}

describe.runIf(able)("a disk that takes nothing", () => {
  test("full under a daemon: what needs room is refused, and everything else goes on", async () => {
    const session = await make("early");
    await daemon.untilScreen(session.id, "early is up");
    await fill();
    await expectRefusals(session);
    await expectToTakeInput(session, "on a full disk");
    await rm(filler());
    expect((await rename(session, "later")).metadata["name"]).toBe("later");
    await make("new");
  });

  test("full before the start: the daemon starts, and what was there is there", async () => {
    const session = await make("early");
    await daemon.untilScreen(session.id, "early is up");
    await daemon.crash();
    await fill();
    await daemon.up();
    await daemon.recovered();
    await expectRefusals(session);
    await expectToTakeInput(session, "after a start");
    await rm(filler());
    await make("new");
    expect(await names()).toHaveLength(2);
  });

  test("read-only: the daemon starts, shows what there is and touches nothing", async () => {
    const session = await make("early");
    await daemon.untilScreen(session.id, "early is up");
    await daemon.crash();
    // By a mount above it: the session's own processes hold the file system open for writing.
    run("mount", "--bind", disk, disk);
    run("mount", "-o", "remount,bind,ro", disk);
    await daemon.up();
    await daemon.recovered();
    await expectRefusals(session);
    await daemon.crash();
    run("umount", "-l", disk);
    await daemon.up();
    await daemon.recovered();
    await expectToTakeInput(session, "writable again");
    expect(await names()).toEqual(["early"]);
  });
});
