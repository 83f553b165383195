import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DaemonStatus, Session } from "@maestro/protocol";
import { afterEach, beforeEach, expect, test } from "vitest";
import { CliHome } from "../support/cli-home.ts";
import { put } from "../support/scratch-repository.ts";

let cli: CliHome;

beforeEach(async () => {
  cli = await CliHome.make();
});
afterEach(() => cli.destroy());

const pidOf = async (): Promise<number> => (await cli.json<DaemonStatus>("status")).pid;

test("a daemon is started when one is needed, once, however many ask at once", async () => {
  expect(await cli.run(["status"])).toMatchObject({ code: 5, stdout: "" });
  expect(await cli.run(["down"])).toMatchObject({ code: 0 });
  const outcomes = await Promise.all(Array.from({ length: 6 }, () => cli.run(["ls", "--json"])));
  for (const outcome of outcomes)
    expect(outcome, outcome.stderr).toMatchObject({ code: 0, stdout: "[]\n" });
  const log = await readFile(join(cli.stateDir, "daemon.log"), "utf8");
  expect(log.match(/"msg":"up"/g)).toHaveLength(1);
});

test("up says where the daemon is, a second time the same; down ends it, sessions go on", async () => {
  const first = await cli.json<{ url: string; pid: number; login_link: { url: string } }>("up");
  expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(first.login_link.url.startsWith(first.url)).toBe(true);
  const second = await cli.json<{ url: string; pid: number }>("up");
  expect(second).toMatchObject({ url: first.url, pid: first.pid });
  expect(await cli.say("up")).toContain(`maestro is up at ${first.url}`);
  const id = await cli.say("new", "--", "cat");
  expect(await cli.say("down")).toContain("1 session goes on");
  expect(() => process.kill(first.pid, 0)).toThrow("ESRCH");
  expect(await cli.run(["status"])).toMatchObject({ code: 5 });
  // Found again under the same address.
  expect(await cli.json<Session>("show", id)).toMatchObject({ id, status: "running" });
  expect(await cli.json<DaemonStatus>("status")).toMatchObject({ url: first.url });
  expect(await pidOf()).not.toBe(first.pid);
});

test("open prints a link that works once, for a phone as a code, by the address that leads there", async () => {
  const { stdout, stderr, code } = await cli.run(["open", "--qr"]);
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.pop()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.join("")).toMatch(/^[ █▀▄]+$/);
  expect(stderr).toContain("leads to this machine alone");
  const at = await cli.json<{ url: string }>("open", "--at", "https://maestro.example.net");
  expect(at.url).toMatch(/^https:\/\/maestro\.example\.net\/#/);
  const away = await cli.run(["open", "--qr", "--at", "https://maestro.example.net"]);
  expect(away.stderr).toBe("");
  for (const wrong of ["maestro.example.net", "ftp://a.b", "https://a.b/path", "https://me@a.b"]) {
    const refused = await cli.run(["open", "--at", wrong]);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain("is not an address such as");
  }
});

test("the daemon outlives the shell that started it and has nothing of its session's", async () => {
  const { code } = await cli.run(["up"], {
    env: { MAESTRO_SESSION_ID: "x", MAESTRO_TICKET: "y", TMUX: "/tmp/t,1,0" },
  });
  expect(code).toBe(0);
  const pid = await pidOf();
  const environ = await readFile(`/proc/${pid}/environ`, "utf8");
  expect(environ).not.toMatch(/MAESTRO_SESSION_ID|MAESTRO_TICKET/);
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const [, , , session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  expect(Number(session)).toBe(pid);
});

test("doctor finds what is there and says what is wrong", async () => {
  expect(await cli.run(["doctor"])).toMatchObject({ code: 0 });
  const found = await cli.json<{ verdict: string; about: string }[]>("doctor");
  expect(found.map(({ verdict }) => verdict)).not.toContain("wrong");
  expect(found.map(({ about }) => about).join()).toMatch(/tmux.*git|git.*tmux/);
  const empty = await cli.run(["doctor"], { env: { PATH: "/nowhere" } });
  expect(empty.code).toBe(1);
  expect(empty.stdout).toMatch(/wrong.*tmux/);
});

test("a daemon that cannot start says why, and the CLI answers 5", async () => {
  await put(join(cli.stateDir, "token"), "");
  const { code, stderr } = await cli.run(["ls"]);
  expect(code).toBe(5);
  expect(stderr).toMatch(/token.*Remove it/);
});

test("logs shows what the daemon did, and never its token", async () => {
  expect((await cli.run(["logs"])).code).toBe(3);
  await cli.say("new", "--", "true");
  const lines = await cli.say("logs");
  expect(lines).toContain("up");
  const token = (await readFile(join(cli.stateDir, "token"), "utf8")).trim();
  expect(lines + (await cli.say("logs", "--json"))).not.toContain(token);
  expect((await cli.run(["logs", "-n", "many"])).code).toBe(2);
});

test("config says where it is, sets a value that the daemon takes, and refuses nonsense", async () => {
  const path = await cli.say("config", "path");
  expect(path.startsWith(cli.home)).toBe(true);
  const key = "scrollback_lines";
  expect((await cli.run(["config", "get", key])).code).toBe(3);
  await cli.say("config", "set", key, "4321");
  expect(await cli.say("config", "get", key)).toBe("4321");
  const id = await cli.say("new", "--", "cat");
  const { status } = await cli.json<Session>("show", id);
  expect(status).toBe("running");
  const conf = await readFile(join(cli.stateDir, "tmux", "tmux.conf"), "utf8");
  expect(conf).toContain("history-limit 4321");
  expect((await cli.run(["config", "set", "no.such.key", "1"])).code).toBe(2);
  expect((await cli.run(["config", "set", key, "many"])).code).toBe(2);
  await writeFile(path, "this is = = no toml");
  expect((await cli.run(["config", "get"])).code).not.toBe(0);
});

test("what is not understood is answered with 2 and how it would be", async () => {
  for (const words of [["nonsense"], ["show"], ["ls", "--nope"], ["screen", "a", "b", "c"]]) {
    const { code, stdout, stderr } = await cli.run(words);
    expect({ words, code, stdout }).toEqual({ words, code: 2, stdout: "" });
    expect(stderr).toMatch(/--help/);
  }
  expect(await cli.say("--help")).toContain("attach");
  expect(await cli.say("--version")).toMatch(/^\d+\.\d+\.\d+$/);
});
