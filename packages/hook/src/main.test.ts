import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { HookProgram } from "./support/hook-program.ts";
import { Listener } from "./support/listener.ts";

let program: HookProgram;
let daemon: Listener;
beforeAll(async () => {
  program = await HookProgram.build();
});
afterAll(() => program.remove());
beforeEach(async () => {
  daemon = await Listener.open((response) => response.writeHead(204).end());
});
afterEach(() => daemon.close());

const inSession = (url = daemon.url) => ({
  MAESTRO_URL: url,
  MAESTRO_SESSION_ID: "5ab3a5f0-0000-4000-8000-000000000001",
  MAESTRO_TICKET: "s3cret",
  // What has to arrive does so on a slow machine too; what never ends is cut off as usual.
  MAESTRO_HOOK_LIFETIME_MS: "60000",
});
const inHurry = (url = daemon.url, lifetimeMs = "") => ({
  ...inSession(url),
  MAESTRO_HOOK_LIFETIME_MS: lifetimeMs,
});
const silent = { code: 0, signal: null, stdout: "", stderr: "" };
const input = JSON.stringify({ hook_event_name: "Stop", note: "é\n😀" });

test("hands the payload on as it is, with the ticket, and says nothing", async () => {
  expect(await program.run({ words: ["claude"], env: inSession(), input })).toEqual(silent);
  expect(daemon.heard).toHaveLength(1);
  expect(daemon.heard[0]).toMatchObject({
    method: "POST",
    path: "/api/sessions/5ab3a5f0-0000-4000-8000-000000000001/hooks/claude",
    body: input,
    headers: { authorization: "Bearer s3cret", "content-type": "application/json" },
  });
});

test("takes the payload as an argument, as Codex gives it", async () => {
  const run = { words: ["hook", "codex", '{"type":"agent-turn-complete"}'], env: inSession() };
  expect(await program.run(run)).toEqual(silent);
  expect(daemon.heard[0]).toMatchObject({ body: '{"type":"agent-turn-complete"}' });
});

test("starts the person's own program with the same payload, in a session or not", async () => {
  const out = join(program.directory, "notified");
  const script = join(program.directory, "notify.mjs");
  await writeFile(
    script,
    `import { writeFileSync, renameSync } from "node:fs";
     writeFileSync(${JSON.stringify(`${out}.new`)}, JSON.stringify(process.argv.slice(2)));
     renameSync(${JSON.stringify(`${out}.new`)}, ${JSON.stringify(out)});`,
  );
  const words = ["codex", "--then", process.execPath, script, "-a b", '{"x":1}'];
  expect(await program.run({ words })).toEqual(silent);
  await expect
    .poll(() => readFile(out, "utf8"), { timeout: 20_000 })
    .toBe('["-a b","{\\"x\\":1}"]');
  expect(daemon.heard).toEqual([]);
});

test("a program of the person's that cannot be started is no failure", async () => {
  const words = ["codex", "--then", "/nowhere/at-all", '{"x":1}'];
  expect(await program.run({ words, env: inSession() })).toEqual(silent);
  expect(daemon.heard).toHaveLength(1);
});

test("answers Gemini CLI with the JSON that it asks for, in a session or not", async () => {
  const answered = { ...silent, stdout: "{}" };
  expect(await program.run({ words: ["gemini"], env: inSession(), input })).toEqual(answered);
  expect(await program.run({ words: ["gemini"], input })).toEqual(answered);
});

describe("whatever happens it succeeds and says nothing", () => {
  test("outside a session, even where nobody ends its input", async () => {
    expect(await program.run({ words: ["claude"] })).toEqual(silent);
  });

  test("no daemon", async () => {
    const { url } = daemon;
    await daemon.close();
    daemon = await Listener.open(() => {});
    expect(await program.run({ words: ["claude"], env: inSession(url), input })).toEqual(silent);
  });

  test("a daemon that was stopped: it accepts and never answers", async () => {
    const mute = createServer(() => {}).listen(0, "127.0.0.1");
    await once(mute, "listening");
    const url = `http://127.0.0.1:${(mute.address() as AddressInfo).port}`;
    expect(await program.run({ words: ["claude"], env: inHurry(url), input })).toEqual(silent);
    mute.close();
  });

  test("a daemon that hears it and never answers", async () => {
    const slow = await Listener.open(() => {});
    const env = inHurry(slow.url, "5000");
    expect(await program.run({ words: ["claude"], env, input })).toEqual(silent);
    expect(slow.heard).toHaveLength(1);
    await slow.close();
  });

  test("a daemon that refuses, or hangs up", async () => {
    const refusing = await Listener.open((response) => response.writeHead(500).end("no"));
    const env = inSession(refusing.url);
    expect(await program.run({ words: ["claude"], env, input })).toEqual(silent);
    await refusing.close();
    const rude = await Listener.open((response) => response.destroy());
    expect(await program.run({ words: ["claude"], env: inSession(rude.url), input })).toEqual(
      silent,
    );
    await rude.close();
  });

  test.each([
    ["nothing", ""],
    ["words", "garbage"],
    ["bytes", Buffer.from([0, 255, 254, 10])],
    ["another JSON", "[1]"],
    ["too much", `{"a":"${"x".repeat(3 * 1024 * 1024)}"}`],
  ])("%s on its input is not passed on", async (_, garbage) => {
    const run = { words: ["claude"], env: inSession(), input: garbage };
    expect(await program.run(run)).toEqual(silent);
    expect(daemon.heard).toEqual([]);
  });

  test("an input that nobody ends", async () => {
    expect(await program.run({ words: ["claude"], env: inHurry() })).toEqual(silent);
    const begun = program.start({ words: ["claude"], env: inHurry() });
    begun.child.stdin?.write('{"a":');
    expect(await begun.ended).toEqual(silent);
    expect(daemon.heard).toEqual([]);
  });

  test.each([
    [[], {}],
    [["Claude"], {}],
    [["../x"], {}],
    [["claude"], { MAESTRO_URL: "nonsense" }],
    [["claude"], { MAESTRO_URL: "https://127.0.0.1:1" }],
    [["claude"], { MAESTRO_URL: "http://127.0.0.1:0" }],
    [["claude"], { MAESTRO_SESSION_ID: "../../x" }],
    [["claude"], { MAESTRO_TICKET: "a\r\nX: b" }],
    [["codex", "--then"], {}],
    [["codex", "--then", "x"], {}],
  ])("%j with %j", async (words, env) => {
    expect(await program.run({ words, env: { ...inSession(), ...env }, input })).toEqual(silent);
    const allowed = words[0] === "codex" ? 1 : 0;
    expect(daemon.heard).toHaveLength(allowed);
  });

  test("the agent's own interrupt, which reaches the whole group", async () => {
    const mute = await Listener.open(() => {
      begun.child.kill("SIGINT");
      begun.child.kill("SIGTERM");
    });
    const begun = program.start({ words: ["claude"], env: inSession(mute.url), input });
    expect(await begun.ended).toEqual(silent);
    await mute.close();
  });

  test("a reader that is gone", async () => {
    const begun = program.start({ words: ["gemini"], env: inSession(), input });
    begun.child.stdout?.destroy();
    expect(await begun.ended).toMatchObject({ code: 0, stderr: "" });
  });
});
