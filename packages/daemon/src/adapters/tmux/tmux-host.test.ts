import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createProcessTable } from "../process-table/process-table.ts";
import { run } from "../process/run.ts";
import { Recorder, TmuxBench } from "./support/tmux-bench.ts";

let bench: TmuxBench;
beforeAll(async () => {
  bench = await TmuxBench.open();
});
afterAll(() => bench.close());

const sh = (line: string): string[] => ["/bin/sh", "-c", line];

describe("start", () => {
  test("the first byte is caught and the last one comes before the end", async () => {
    const { pane, seen } = await bench.start(sh("printf first; printf ' last'"));
    expect(await seen.untilEnd()).toMatchObject({ code: 0, signal: null });
    expect(seen.text).toBe("first last");
    await pane.release();
  });

  test("B17 exit codes and signals are told as they were", async () => {
    const cases = [
      [sh("exit 7"), { code: 7, signal: null }],
      [sh("kill -9 $$"), { code: null, signal: "SIGKILL" }],
      [sh("exit 137"), { code: 137, signal: null }],
      [sh("kill -TERM $$"), { code: null, signal: "SIGTERM" }],
      [["/no/such/bin"], { code: 127, signal: null }],
      [["false"], { code: 1, signal: null }],
    ] as const;
    for (const [argv, exit] of cases) {
      const { pane, seen } = await bench.start(argv);
      expect(await seen.untilEnd(), argv.join(" ")).toMatchObject(exit);
      await pane.release();
    }
  });

  test("B17 a hundred quick exits: tail and status complete in every one", async () => {
    for (let round = 0; round < 20; round++) {
      const batch = Array.from({ length: 5 }, async (_, at) => {
        const code = (round * 5 + at) % 120;
        const { pane, seen } = await bench.start(sh(`seq 1 4000; echo END; exit ${code}`));
        const exit = await seen.untilEnd();
        await pane.release();
        return { exit, code, text: seen.text };
      });
      for (const { exit, code, text } of await Promise.all(batch)) {
        expect(exit).toMatchObject({ code, signal: null });
        expect(text.endsWith("4000\r\nEND\r\n")).toBe(true);
        expect(text.length).toBe(22_898);
      }
    }
  });

  test("B26 arguments arrive as they are, however they look", async () => {
    const argv = [
      "a b",
      "$HOME",
      "it's",
      '"q"',
      "",
      "-n",
      "#{pid}",
      "*",
      "~",
      "x\ny",
      "run it;",
      ";",
    ];
    const script = 'for a in "$@"; do printf "[%s]" "$a"; done';
    const { pane, seen } = await bench.start(["/bin/sh", "-c", script, "sh", ...argv]);
    await seen.untilEnd();
    expect(seen.text.replaceAll("\r\n", "\n")).toBe(argv.map((word) => `[${word}]`).join(""));
    await pane.release();
  });

  test("B26 an argument of 100 KB arrives whole", async () => {
    const { pane, seen } = await bench.start([
      "/bin/sh",
      "-c",
      'printf %s "$1" | wc -c',
      "sh",
      "p".repeat(100_000),
    ]);
    await seen.untilEnd();
    expect(seen.text.trim()).toBe("100000");
    await pane.release();
  });

  test("B24 environment values arrive exactly, and nothing is added", async () => {
    const asked = {
      NL: "a\nb",
      EQ: "x=y",
      EMPTY: "",
      UNICODE: "ünï",
      SEMI: "end;",
      BIG: "e".repeat(100_000),
      LD_MARK: "1",
      TERM: "dumb",
      "odd.name": "v w",
      PATH: process.env["PATH"] ?? "",
    };
    const { pane, seen } = await bench.start(
      ["node", "-e", "process.stdout.write(JSON.stringify(process.env))"],
      { env: asked },
    );
    await seen.untilEnd();
    const got = JSON.parse(seen.text.replaceAll("\r\n", "\n")) as Record<string, string>;
    const { SHELL: _shell, PWD: _pwd, ...rest } = got;
    expect(rest).toEqual(asked);
    await pane.release();
  });

  test("B24 no value stands on a command line", async () => {
    const secret = `s${randomBytes(12).toString("hex")}`;
    const { pane, seen } = await bench.start(sh("echo up; sleep 60"), {
      env: { PATH: process.env["PATH"] ?? "", SECRET: secret },
    });
    await seen.untilText("up");
    for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
      const line = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
      expect(line).not.toContain(secret);
    }
    await pane.kill();
  });

  test("B21 it runs in exactly the directory that was named", async () => {
    for (const name of ["p#{pid}", "x#y", "q#(touch pwned)", "it's", "a;", "%H"]) {
      const cwd = join(bench.directory, name);
      await mkdir(cwd, { recursive: true });
      const { pane, seen } = await bench.start(["/bin/sh", "-c", "pwd -P; sleep 60"], { cwd });
      await seen.untilText("\n");
      expect(seen.text.trim()).toBe(cwd);
      expect(await readlink(`/proc/${pane.pid}/cwd`)).toBe(cwd);
      await pane.kill();
    }
    expect(await readdir(bench.directory)).not.toContain("pwned");
  });

  test("B13 the command does not see the tmux that runs it", async () => {
    const { pane, seen } = await bench.start(
      sh("echo [$TMUX$TMUX_PANE]; tmux kill-server; echo went on"),
    );
    await seen.untilText("went on");
    expect(seen.text).toContain("[]");
    await pane.release();
  });

  test("what cannot be started leaves nothing behind", async () => {
    const before = await readdir(bench.runtime.root);
    await expect(
      bench.start(sh("true"), { cwd: join(bench.directory, "nowhere") }),
    ).rejects.toMatchObject({
      code: "tmux_failed",
    });
    expect(await readdir(bench.runtime.root)).toEqual(before);
  });
});

describe("input", () => {
  test("B01 every text arrives as it is", async () => {
    const texts = ["a;", ";", "x;;", String.raw`a\;`, "a;b", "-n x", "--", "Enter", "C-c", "a\\"];
    const { pane, seen } = await bench.start(sh("stty raw -echo; printf ready; cat"));
    await seen.untilText("ready");
    for (const text of texts) await pane.write(Buffer.from(text));
    await seen.untilText(texts.join(""));
    expect(seen.text).toBe(`ready${texts.join("")}`);
    await pane.kill();
  });

  test("B03 a megabyte arrives hash-exact", async () => {
    const bytes = Buffer.from(randomBytes(500_000).toString("hex"));
    const hash = createHash("sha256").update(bytes).digest("hex");
    const { pane, seen } = await bench.start(
      sh(`stty raw -echo; printf ready; head -c ${bytes.length} | sha256sum; sleep 60`),
    );
    await seen.untilText("ready");
    await pane.write(bytes);
    await seen.untilText(hash);
    expect(seen.text).toContain(hash);
    await pane.kill();
  });

  test("B03 a program that does not read holds nobody up", async () => {
    const deaf = await bench.start(sh("stty raw -echo; printf ready; sleep 60"));
    const other = await bench.start(sh("stty raw -echo; printf ready; cat"));
    await Promise.all([deaf.seen.untilText("ready"), other.seen.untilText("ready")]);
    const stuck = deaf.pane.write(Buffer.alloc(1_000_000, "y")).catch(() => {});
    await other.pane.write(Buffer.from("alive"));
    await other.seen.untilText("alive");
    expect(other.seen.text).toContain("alive");
    await Promise.all([deaf.pane.kill(), other.pane.kill(), stuck]);
  });
});

describe("find", () => {
  test("a session that a daemon let go of is found with its screen, and goes on", async () => {
    const { id, pane, seen } = await bench.start(
      sh("echo before; read -r a; echo got $a; read -r b"),
    );
    await seen.untilText("before");
    await pane.detach();
    const again = new Recorder();
    const found = await bench.restart().find(id, 1, again);
    if (found.kind !== "alive") throw new Error(`found ${found.kind}`);
    expect(found.pane.identity).toBe(pane.identity);
    expect(Buffer.from(found.capture.bytes).toString()).toContain("before");
    await found.pane.write(Buffer.from("word\r"));
    await again.untilText("got word");
    await found.pane.kill();
  });

  test("what ended meanwhile is found ended, with its status and its last lines", async () => {
    const { id, pane, seen } = await bench.start(sh("echo before; read -r go; seq 1 2000; exit 5"));
    await seen.untilText("before");
    await pane.write(Buffer.from("\r"));
    await pane.detach();
    const host = bench.restart();
    await expect
      .poll(() => readFile(bench.runtime.pathsOf(id).status, "utf8").catch(() => ""), {
        timeout: 10_000,
      })
      .toBe("exit 5\n");
    const found = await host.find(id, 1, new Recorder());
    if (found.kind !== "ended") throw new Error(`found ${found.kind}`);
    expect(found.exit).toMatchObject({ code: 5, signal: null });
    expect(Buffer.from(found.capture.bytes).toString()).toContain("2000");
    expect(Buffer.from(await found.scrollback(10_000)).toString()).toContain("1900");
    await host.clear(id);
  });

  test("B15 a server that was killed is gone, one that does not answer is not", async () => {
    const { id, pane, seen } = await bench.start(sh("echo up; sleep 60"));
    await seen.untilText("up");
    await pane.detach();
    const server = Number(pane.identity.split("/")[0]);
    const host = bench.restart();
    expect(await host.find(id, 2, new Recorder())).toMatchObject({ kind: "unknown" });
    process.kill(server, "SIGKILL");
    const table = createProcessTable();
    await expect.poll(() => table.identify(server)).toBeNull();
    expect(await host.find(id, 1, new Recorder())).toEqual({ kind: "gone" });
  });
});

describe("the end from outside", () => {
  test("a wrapper that is killed ends the session, its screen kept", async () => {
    const { pane, seen } = await bench.start(sh("echo up; sleep 60"));
    await seen.untilText("up");
    process.kill(pane.pid, "SIGKILL");
    const table = createProcessTable();
    await expect.poll(() => table.identify(pane.pid)).toBeNull();
    await bench.host.sweep();
    expect(await seen.untilEnd()).toBeNull();
    expect(Buffer.from(seen.captures.at(-1)?.bytes ?? []).toString()).toContain("up");
    await pane.release();
  });

  test("B18 a kill ends what ignores signals and what left the session", async () => {
    const line =
      "trap '' HUP TERM; setsid sh -c 'exec sleep 777' & echo up; while :; do sleep 1; done";
    const { id, pane, seen } = await bench.start(sh(line));
    await seen.untilText("up");
    await pane.kill();
    const table = createProcessTable();
    expect(await table.processesOf(id, pane.pid)).toEqual([]);
    expect(await table.identify(pane.pid)).toBeNull();
  });

  test("B23 splits made by hand change nothing for our pane", async () => {
    const { id, pane, seen } = await bench.start(sh("stty raw -echo; printf ready; cat"));
    await seen.untilText("ready");
    const socket = bench.runtime.pathsOf(id).socket;
    const tmux = (...args: string[]) =>
      run({
        file: "tmux",
        args: ["-S", socket, ...args],
        env: { PATH: process.env["PATH"] ?? "" },
        timeoutMs: 5_000,
      });
    expect(await tmux("split-window", "sleep 60")).toMatchObject({ kind: "exited", code: 0 });
    await pane.write(Buffer.from("to ours"));
    await seen.untilText("to ours");
    await pane.kill();
  });
});
