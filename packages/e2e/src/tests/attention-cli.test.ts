import { execFile } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Session, Why } from "@maestro/protocol";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { CLI, CliHome } from "../support/cli-home.ts";
import { installFakeAgents, PATIENT_HOOKS } from "../support/fake-agents/install-fake-agents.ts";

// Each wait is for a fact; a machine with other work may take its time.
vi.setConfig({ testTimeout: 300_000 });

const exec = promisify(execFile);

let home: CliHome;
let env: Record<string, string>;
beforeAll(async () => {
  home = await CliHome.make();
  const { bin } = await installFakeAgents(home.home);
  const program = join(bin, "maestro");
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`);
  await chmod(program, 0o755);
  env = { PATH: `${bin}:${process.env["PATH"]}`, ...PATIENT_HOOKS };
  await home.run(["up"], { env });
});
afterAll(() => home.destroy());

const run = (...words: string[]) => home.run(words, { env });
const json = async <T>(...words: string[]): Promise<T> =>
  JSON.parse((await run(...words, "--json")).stdout) as T;

test("a script needs no sleep: new, send, wait", async () => {
  const script = `
    set -eu
    id=$(maestro new --json -- claude | sed -n 's/.*"id": "\\(.*\\)".*/\\1/p')
    maestro send "$id" "work 300; say the first is done"
    maestro wait "$id" --timeout 120
    maestro screen "$id" | grep -c "⏺ the first is done"
    maestro send "$id" --wait --timeout 120 "work 300; say the second is done"
    maestro screen "$id" | grep -c "⏺ the second is done"
    maestro send "$id" --wait --timeout 120 "ask git push; say pushed"
    maestro screen "$id" | grep -c "Do you want to proceed"
  `;
  const { stdout } = await exec("bash", ["-c", script], { env: { ...home.env, ...env } });
  expect(stdout.trim().split("\n")).toEqual(["1", "1", "1"]);
});

test("why, wait, focus next", async () => {
  const id = (await run("new", "-n", "asker", "--", "claude")).stdout.trim();
  await run("send", "asker", "ask rm -rf x");
  const waited = await run("wait", "asker", "--for", "awaiting_input", "--timeout", "120");
  expect(waited).toMatchObject({ code: 0, stdout: "" });
  expect(waited.stderr).toContain("asker: Waits for you: Bash: rm -rf x");
  const why = await json<Why>("why", "asker");
  expect(why.decided_by).toMatchObject({ source: "report", says: "awaiting_input" });
  expect((await run("why", id.slice(0, 8))).stdout).toContain("the report says “Waits for you”");
  const first = (await json<Session[]>("ls")).filter((one) => one.activity === "awaiting_input");
  expect(first.map((one) => one.id)).toContain((await run("focus", "next")).stdout.trim());
  const late = await run("wait", "asker", "--for", "idle", "--timeout", "0.2");
  expect(late).toMatchObject({ code: 124 });
  expect(late.stderr).toContain("asker still: Waits for you");
  const shell = (await run("new", "-n", "shell", "--", "sh", "-c", "read -r x; exit 3")).stdout;
  const any = run("wait", "asker", "shell", "--any", "--for", "dead,settled");
  await run("send", shell.trim(), "go");
  expect((await any).stderr).toContain("shell: Exit 3");
  expect(await run("wait", "shell", "--for", "idle")).toMatchObject({ code: 1 });
  expect(await run("wait", "nobody")).toMatchObject({ code: 3 });
  expect(await run("wait", "shell", "--for", "sleepy")).toMatchObject({ code: 2 });
  await run("kill", "asker");
});

test("new --prompt tells an agent with its command, and types it for any other program", async () => {
  await run("new", "-n", "told", "--prompt", "work 50; say hello from told", "--", "claude");
  await run("wait", "told", "--for", "awaiting_input", "--timeout", "120");
  expect((await run("screen", "told")).stdout).toContain("hello from told");
  await run("new", "-n", "typed", "--prompt", "echo $((40 + 2))", "--", "bash", "--norc");
  await expect
    .poll(async () => (await run("screen", "typed")).stdout, { timeout: 120_000 })
    .toMatch(/^42$/m);
});

test("resume says of each session what was started", async () => {
  await run("new", "-n", "ended", "--prompt", "say remembered; exit 0", "--", "claude");
  await run("wait", "ended", "--for", "settled", "--timeout", "120");
  expect((await run("resume", "ended")).stderr).toBe("ended: goes on with its conversation\n");
  expect(await run("resume", "ended")).toMatchObject({ code: 1 });
  expect(await run("resume")).toMatchObject({ code: 2 });
  expect((await run("resume", "--all")).stderr).toBe("No session is dormant.\n");
});
