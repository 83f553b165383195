import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import type { SessionId } from "../../../domain/session.ts";
import type { PaneFacts, ProcessTable } from "../../../ports/process-table.ts";
import { startScript, type TestProcess } from "./test-process.ts";
import { startTerminal, type TestTerminal } from "./test-terminal.ts";
import { readPid, until } from "./until.ts";

/** What a system lets an adapter know; where it cannot, the suite expects the agreed answer. */
export interface Sight {
  readonly directories: boolean;
  readonly environments: boolean;
  /** Whether it shows each thread of a process. */
  readonly threads: boolean;
  /** Said of a directory where the system does not tell who works in it; null where it does. */
  readonly inhabitants: string | null;
}

/** What every process table answers, asked of real processes. */
export function describeProcessTable(name: string, table: ProcessTable, sight: Sight): void {
  const strays: number[] = [];
  afterEach(() => {
    for (const pid of strays.splice(0)) end(pid);
  });
  const script = async (
    text: string,
    lines: number,
    options: Parameters<typeof startScript>[2] = {},
  ): Promise<TestProcess> => {
    const started = await startScript(text, lines, options);
    strays.push(started.pid, ...started.printed.filter((pid) => pid > 0));
    return started;
  };
  const factsOf = async (pid: number): Promise<PaneFacts | null> =>
    (await table.paneFacts([pid])).get(pid) ?? null;
  const seen = (pane: TestTerminal, program: string | null): Promise<PaneFacts> =>
    until(async () => {
      const facts = await factsOf(pane.panePid);
      return facts !== null && facts.foreground === program ? facts : null;
    });
  const pidsOf = async (session: SessionId, pane: number | null): Promise<readonly number[]> =>
    (await table.processesOf(session, pane)).map((process) => process.pid);

  describe(`${name}: one process`, () => {
    it("knows a living process until it ended, and no pid that cannot be one", async () => {
      const child = await script("echo 0; exec sleep 1000", 1);
      const found = await table.identify(child.pid);
      expect(found?.pid).toBe(child.pid);
      expect((await table.areAlive([found!]))[0]).toBe(true);
      process.kill(child.pid, "SIGKILL");
      await child.ended;
      expect(await table.identify(child.pid)).toBeNull();
      expect((await table.areAlive([found!]))[0]).toBe(false);
      for (const pid of [0, -1, 1.5, Number.NaN]) expect(await table.identify(pid)).toBeNull();
    });

    it("takes a stopped process for alive, and a zombie not", async () => {
      // A shell reaps at any time until it is replaced; what `tail` prints shows that it was.
      const held = "sleep 1000 & echo $! >pid; exec tail -n 1 -f pid";
      const parent = await script(held, 1, { cwd: newDirectory() });
      const [pid = 0] = parent.printed;
      const child = (await table.identify(pid))!;
      process.kill(pid, "SIGSTOP");
      expect((await table.areAlive([child]))[0]).toBe(true);
      process.kill(pid, "SIGKILL");
      await until(async () => !(await table.areAlive([child]))[0]);
      // Its parent never asks how it ended, so the pid is still taken.
      expect(process.kill(pid, 0)).toBe(true);
      expect(await table.identify(pid)).toBeNull();
      expect(await factsOf(pid)).toBeNull();
    });

    it("signals the very process, and nothing where the pid is another's now", async () => {
      const child = await script("echo 0; exec sleep 1000", 1);
      const found = (await table.identify(child.pid))!;
      const earlier = { pid: found.pid, started: String(Number(found.started) - 5_000) };
      expect((await table.areAlive([earlier]))[0]).toBe(false);
      await table.signal(earlier, "SIGKILL");
      await table.signal(found, "SIGTERM");
      expect(await child.ended).toBe("SIGTERM");
      await table.signal(found, "SIGTERM");
    });
  });

  describe(`${name}: the foreground of a pane`, () => {
    it("is the wrapper's child, never the wrapper, and nothing once the command ended", async () => {
      const pane = terminal(["sh", "-c", "exec cat"]);
      const facts = await seen(pane, "cat");
      expect(facts.cwd).toBe(sight.directories ? pane.directory : null);
      pane.keys("C-d");
      expect((await seen(pane, null)).cwd).toBeNull();
    });

    it("D05 is the shell again when its job was stopped, and the job once it goes on", async () => {
      const pane = terminal(["bash", "--norc", "-i"]);
      expect((await seen(pane, "bash")).foreground).toBe("bash");
      pane.keys("sleep 777", "Enter");
      expect((await seen(pane, "sleep")).foreground).toBe("sleep");
      pane.keys("C-z");
      expect((await seen(pane, "bash")).foreground).toBe("bash");
      pane.keys("fg", "Enter");
      expect((await seen(pane, "sleep")).foreground).toBe("sleep");
    });

    it("D07 is the shell once the agent inside it was killed", async () => {
      const session = newSession();
      const pane = terminal(["bash", "--norc", "-i"], session);
      pane.keys("sleep 790", "Enter");
      expect((await seen(pane, "sleep")).foreground).toBe("sleep");
      const pids = await pidsOf(session, pane.panePid);
      process.kill(Math.max(...pids), "SIGKILL");
      expect((await seen(pane, "bash")).foreground).toBe("bash");
    });

    it("is the leader of a pipeline, and the oldest member left when that is gone", async () => {
      const pane = terminal(["bash", "--norc", "-i"]);
      pane.keys("sleep 778 | cat", "Enter");
      expect((await seen(pane, "sleep")).foreground).toBe("sleep");
      pane.keys("C-c");
      expect((await seen(pane, "bash")).foreground).toBe("bash");
      pane.keys("true | tail -f /dev/null | cat", "Enter");
      expect((await seen(pane, "tail")).foreground).toBe("tail");
    });

    it.each(["a) R 1 (b", "a\n1 (x) R 1", "  x y", "t\u001b[31mé"])(
      "is named without control characters where the program is called %j",
      async (hostile) => {
        const bin = newDirectory();
        const program = join(bin, hostile);
        writeFileSync(program, "#!/bin/sh\nread -r _\n");
        chmodSync(program, 0o755);
        const pane = terminal([program]);
        const shown = await until(async () => {
          const facts = await factsOf(pane.panePid);
          const told = facts?.foreground ?? null;
          return told === null || told === "sh" ? null : told;
        });
        expect(shown).not.toMatch(/\p{Cc}/u);
        expect(shown.startsWith(hostile.trim().slice(0, 1))).toBe(true);
      },
    );

    it.each(["while :; do :; done", "setsid sh -c 'echo $$ >left; while :; do :; done' & wait"])(
      "D03 counts CPU of the command, and of a child that left its process group: %s",
      async (command) => {
        const pane = terminal(["sh", "-c", `${command}; :`]);
        if (command.includes("left")) strays.push(await readPid(join(pane.directory, "left")));
        const first = await until(() => factsOf(pane.panePid));
        const later = await until(async () => {
          const facts = await factsOf(pane.panePid);
          return facts !== null && facts.cpuMs > first.cpuMs ? facts : null;
        });
        expect(later.cpuMs).toBeGreaterThan(first.cpuMs);
      },
    );

    it("is asked for many panes at once, and one that is gone is left out", async () => {
      const gone = await script("exit 0", 0);
      await gone.ended;
      const panes = [terminal(["cat"]), terminal(["sleep", "1000"])] as const;
      await seen(panes[0], "cat");
      await seen(panes[1], "sleep");
      const facts = await table.paneFacts([panes[0].panePid, gone.pid, panes[1].panePid]);
      expect([...facts.values()].map((fact) => fact.foreground)).toEqual(["cat", "sleep"]);
      expect(facts.has(gone.pid)).toBe(false);
      expect((await table.paneFacts([])).size).toBe(0);
    });

    it("is at rest with all that carries its input and output, and not while anything of it is busy or stopped", async () => {
      const pane = terminal(["cat"]);
      await seen(pane, "cat");
      const rests = () => table.isAtRest(pane.panePid);
      await until(rests);
      process.kill(pane.serverPid, "SIGSTOP");
      await until(async () => !(await rests()));
      process.kill(pane.serverPid, "SIGCONT");
      await until(rests);
      const busy = terminal(["sh", "-c", "while :; do :; done"]);
      await until(async () => (await factsOf(busy.panePid))?.foreground);
      expect(await table.isAtRest(busy.panePid)).toBe(false);
      const gone = await script("exit 0", 0);
      await gone.ended;
      expect(await table.isAtRest(gone.pid)).toBe(false);
    });

    it("is not at rest while another thread than the first is busy", async () => {
      const worker = "new (require('node:worker_threads').Worker)('for (;;);', { eval: true })";
      const pane = terminal([process.execPath, "-e", worker]);
      const rests = () => table.isAtRest(pane.panePid);
      await seen(pane, "node");
      const first = (await until(() => factsOf(pane.panePid))).cpuMs;
      await until(async () => ((await factsOf(pane.panePid))?.cpuMs ?? 0) > first + 500);
      expect(await rests()).toBe(!sight.threads);
    });

    it("is unknown where a process has no terminal", async () => {
      const lonely = await script("exec setsid sh -c 'echo $$; exec sleep 1000'", 1);
      expect(await factsOf(lonely.pid)).toMatchObject({ foreground: null, cwd: null, cpuMs: 0 });
    });
  });

  describe(`${name}: the processes of a session`, () => {
    it("are the pane's and its descendants, but not the terminal's own", async () => {
      const session = newSession();
      const pane = terminal(["bash", "--norc", "-i"], session);
      pane.tmux("pipe-pane", "-O", "cat >/dev/null & exec cat >/dev/null");
      pane.keys("sleep 1000 | cat", "Enter");
      await seen(pane, "sleep");
      const pids = await until(async () => {
        const found = await pidsOf(session, pane.panePid);
        return found.length >= 4 ? found : null;
      });
      // Wrapper, shell, and the two of its job.
      expect(pids).toHaveLength(4);
      expect(pids).toContain(pane.panePid);
      expect(pids).not.toContain(pane.serverPid);
    });

    it("hold a job that lost its parents but kept the terminal", async () => {
      const session = newSession();
      const pane = terminal(
        ["sh", "-c", "(env -u MAESTRO_SESSION_ID sleep 1000 & echo $! >orphan); exec cat"],
        session,
      );
      await seen(pane, "cat");
      const orphan = await readPid(join(pane.directory, "orphan"));
      strays.push(orphan);
      expect(await pidsOf(session, pane.panePid)).toContain(orphan);
    });

    it("B18 hold a child that left by setsid, where the system shows environments", async () => {
      const session = newSession();
      const pane = terminal(
        ["sh", "-c", "setsid sh -c '(sleep 1000 & echo $! >left)'; exec cat"],
        session,
      );
      await seen(pane, "cat");
      const left = await readPid(join(pane.directory, "left"));
      strays.push(left);
      expect((await pidsOf(session, pane.panePid)).includes(left)).toBe(sight.environments);
      expect((await pidsOf(session, null)).includes(left)).toBe(sight.environments);
      expect(await pidsOf(newSession(), null)).toEqual([]);
    });

    it("are never maestro's daemon, even where that runs inside the session", async () => {
      expect(await pidsOf(newSession(), process.pid)).toEqual([]);
      expect(await pidsOf(newSession(), process.ppid)).not.toContain(process.pid);
    });
  });

  describe(`${name}: who lives in a directory`, () => {
    it("A46 names a process whose directory is inside, by whole components", async () => {
      const tree = newDirectory();
      mkdirSync(join(tree, "wt", "deep"), { recursive: true });
      mkdirSync(join(tree, "wt-2"));
      const child = await script("echo 0; exec sleep 1000", 1, { cwd: join(tree, "wt", "deep") });
      const expected = sight.inhabitants ?? `sleep (pid ${child.pid})`;
      await until(async () => (await table.livesIn(join(tree, "wt"))) === expected);
      expect(await table.livesIn(join(tree, "wt", "deep"))).toBe(expected);
      expect(await table.livesIn(join(tree, "wt-2"))).toBe(sight.inhabitants);
      expect(await table.livesIn(join(tree, "w"))).toBeNull();
    });

    it("A46 does not count a process whose directory was removed", async () => {
      const tree = newDirectory();
      mkdirSync(join(tree, "sub"));
      const child = await script("echo 0; exec sleep 1000", 1, { cwd: join(tree, "sub") });
      rmSync(join(tree, "sub"), { recursive: true });
      expect(await table.livesIn(tree)).toBe(sight.inhabitants);
      expect(await table.identify(child.pid)).not.toBeNull();
    });
  });
}

function terminal(command: readonly string[], id = newSession()): TestTerminal {
  const started = startTerminal(command, id);
  onTestFinished(() => started.end());
  return started;
}

function newSession(): SessionId {
  return randomUUID() as SessionId;
}

function newDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "maestro-processes-")));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It ended by itself.
  }
}
