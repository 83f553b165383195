import { readFile, readlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { refusal } from "../support/refusal.ts";
import { put, ScratchRepository } from "../support/scratch-repository.ts";
import { eventually, TestDaemon } from "../support/test-daemon.ts";

let daemon: TestDaemon;
let repository: ScratchRepository;

beforeAll(async () => {
  daemon = await TestDaemon.start();
  repository = await ScratchRepository.make(daemon);
  const { base } = repository;
  await put(join(base, ".gitignore"), ".env\nnode_modules/\nlocal.conf\n");
  await put(
    join(base, ".maestro.toml"),
    `[worktree]
copy = [".env"]
link = ["node_modules"]
run = ["echo set-up in $(basename $PWD)", "cat .env", "exit-with() { return 3; }; exit-with"]
`,
  );
  await put(join(base, ".worktreeinclude"), "local.conf\n");
  repository.commit(base, "set-up");
  repository.git(base, "push", "-q", "origin", "main");
  await put(join(base, ".env"), "KEY=from the main checkout\n");
  await put(join(base, "node_modules/left-pad/index.js"), "pad\n");
  await put(join(base, "local.conf"), "mine\n");
});
afterAll(() => daemon.destroy());

const create = (branch: string, command: string) =>
  daemon.create({
    command,
    worktree: { base_repo: repository.base, branch, create_branch: true },
  });

test("W11 a new tree has what its repository asks for, and the session shows it being set up", async () => {
  const session = await create("fit", "echo the command runs; read -r l");
  const screen = await daemon.untilScreen(session.id, "the command runs");
  const order = ["set-up in fit", "KEY=from the main checkout", "the command runs"];
  const places = order.map((text) => screen.indexOf(text));
  expect(places.every((place) => place >= 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  const read = (name: string) => readFile(join(session.cwd, name), "utf8");
  expect(await read(".env")).toBe("KEY=from the main checkout\n");
  expect(await read("local.conf")).toBe("mine\n");
  expect(await read("node_modules/left-pad/index.js")).toBe("pad\n");
  expect(await readlink(join(session.cwd, "node_modules"))).toContain(repository.base);
  // Nothing of it is work: the tree goes as if nothing had been put there.
  await daemon.api.killSession({ params: { id: session.id }, query: {} });
  expect(repository.trees()).not.toContain(session.cwd);
  expect(await readFile(join(repository.base, "node_modules/left-pad/index.js"), "utf8")).toBe(
    "pad\n",
  );
});

test("W11 a line that fails is shown, and the session and its tree stay", async () => {
  const session = await create("failing", "echo on it goes; read -r l");
  const screen = await daemon.untilScreen(session.id, "on it goes");
  expect(screen).toMatch(/3/);
  expect(await daemon.until(session.id, () => true)).toMatchObject({ status: "running" });
});

test("W11 what was copied and then changed is work", async () => {
  const session = await create("edited", "echo KEY=mine >.env; echo done; read -r l");
  await daemon.untilScreen(session.id, "done");
  const { unsavedWork } = await refusal(
    daemon.api.killSession({ params: { id: session.id }, query: {} }),
  );
  expect(unsavedWork).toMatchObject({ untracked: 1, samples: { untracked: [".env"] } });
});

test("W11 a tree that a resume makes again is set up again", async () => {
  const session = await create("again", "echo up; read -r l");
  await daemon.untilScreen(session.id, "up");
  await daemon.api.sendInput({ params: { id: session.id }, body: { text: "", submit: true } });
  await daemon.until(session.id, ({ settled, worktree }) => settled === true && worktree === null);
  const resumed = await daemon.api.resumeSession({ params: { id: session.id } });
  expect(resumed.worktree).toMatchObject({ branch: "again" });
  await daemon.untilScreen(session.id, /set-up in again[^]*up/);
  await eventually(async () => {
    expect(await readFile(join(resumed.cwd, ".env"), "utf8")).toContain("KEY=");
  });
});
