import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { OuterTerminal } from "../support/outer-terminal.ts";
import { runCli } from "../support/run-cli.ts";
import { until } from "../support/until.ts";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "maestro-hooks-"));
});
afterEach(() => rm(home, { recursive: true, force: true }));
const run = (words: readonly string[], env: Record<string, string> = {}, input = "") =>
  runCli(words, { stateDir: home, env, input });

describe("hooks", () => {
  const file = () => join(home, ".codex", "hooks.json");

  test("install shows what changes, does it once, and uninstall takes it back", async () => {
    await mkdir(join(home, ".codex"));
    const before = '{\n  // mine\n  "hooks": {\n    "Stop": [] // none yet\n  },\n  "x": 1\n}\n';
    await writeFile(file(), before);
    await chmod(file(), 0o640);
    const installed = await run(["hooks", "install", "codex", "--yes"]);
    expect(installed).toMatchObject({ code: 0, stdout: "" });
    expect(installed.stderr).toContain("~/.codex/hooks.json");
    expect(installed.stderr).toMatch(/^\+ .*maestro-hook\.mjs/m);
    expect(installed.stderr).toContain("/hooks");
    const after = await readFile(file(), "utf8");
    expect(after).toContain("// mine");
    expect(after).toContain("// none yet");
    expect((await stat(file())).mode & 0o777).toBe(0o640);
    expect((await run(["hooks", "install"])).stderr).toBe("codex: installed already.\n");
    expect(await readFile(file(), "utf8")).toBe(after);
    expect((await run(["hooks"])).stdout).toContain(
      "codex     installed         ~/.codex/hooks.json",
    );
    expect(await run(["hooks", "uninstall", "-y"])).toMatchObject({ code: 0 });
    expect((await run(["hooks", "status", "codex", "--json"])).stdout).toContain('"absent"');
    expect(await readFile(file(), "utf8")).toContain('"x": 1');
    expect((await run(["hooks", "uninstall", "-y"])).stderr).toContain("was not installed");
  });

  test("a file that only we needed comes and goes, through a link as well", async () => {
    await mkdir(join(home, "dotfiles"));
    await writeFile(join(home, "dotfiles/hooks.json"), '{\n  "a": 1\n}\n');
    await mkdir(join(home, ".codex"));
    await symlink(join(home, "dotfiles/hooks.json"), file());
    await run(["hooks", "install", "codex", "-y"]);
    expect(await readFile(join(home, "dotfiles/hooks.json"), "utf8")).toContain("maestro-hook.mjs");
    await run(["hooks", "uninstall", "codex", "-y"]);
    expect(await readFile(join(home, "dotfiles/hooks.json"), "utf8")).toBe('{\n  "a": 1\n}\n');
    await rm(file());
    await run(["hooks", "install", "codex", "-y"]);
    expect(JSON.parse(await readFile(file(), "utf8"))).toHaveProperty("hooks.Stop");
    await run(["hooks", "uninstall", "codex", "-y"]);
    await expect(stat(file())).rejects.toThrow("ENOENT");
  });

  test("without a terminal and without --yes nothing changes", async () => {
    const refused = await run(["hooks", "install", "codex"]);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain("--yes");
    await expect(stat(file())).rejects.toThrow("ENOENT");
  });

  test("on a terminal it asks, and no is no", async () => {
    const terminal = await OuterTerminal.run(["hooks", "install", "codex"], { stateDir: home });
    try {
      await until(
        () => terminal.shows(),
        (shown) => shown.includes("Change it? [y/N]"),
      );
      await terminal.press("n", "Enter");
      await until(
        () => terminal.shows(),
        (shown) => shown.includes("code=1"),
      );
      await expect(stat(file())).rejects.toThrow("ENOENT");
    } finally {
      await terminal.close();
    }
  });

  test("agents that need no file, and those that nobody knows", async () => {
    const given = await run(["hooks", "install", "claude", "-y"]);
    expect(given).toMatchObject({ code: 0 });
    expect(given.stderr).toContain("nothing to do");
    expect(await run(["hooks", "install", "hal", "-y"])).toMatchObject({ code: 2 });
    expect(await run(["hooks", "status", "hal"])).toMatchObject({ code: 2 });
  });
});

describe("report and hook", () => {
  let server: Server;
  let heard: { url: string | undefined; auth: string | undefined; body: unknown }[];
  beforeEach(async () => {
    heard = [];
    server = createServer((request, response) => {
      void text(request).then((body) => {
        const { url, headers } = request;
        heard.push({ url, auth: headers.authorization, body: JSON.parse(body) });
        response.writeHead(204).end();
      });
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterEach(() => server.close());
  const session = () => ({
    MAESTRO_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    MAESTRO_SESSION_ID: "5ab3a5f0-0000-4000-8000-000000000001",
    MAESTRO_TICKET: "t1cket",
  });

  test("report speaks for the session it is in, with that one's ticket", async () => {
    const words = ["report", "awaiting_input", "--detail", "Deploy?", "--agent-session", "c1"];
    expect(await run(words, session())).toMatchObject({ code: 0, stdout: "", stderr: "" });
    expect(heard).toEqual([
      {
        url: "/api/sessions/5ab3a5f0-0000-4000-8000-000000000001/report",
        auth: "Bearer t1cket",
        body: { state: "awaiting_input", detail: "Deploy?", agent_session_id: "c1" },
      },
    ]);
  });

  test("report outside a session, with an unknown state, without a daemon", async () => {
    expect(await run(["report", "idle"])).toMatchObject({ code: 2 });
    expect(await run(["report", "asleep"], session())).toMatchObject({ code: 2 });
    expect(await run(["report", "idle", "--session", "x"])).toMatchObject({ code: 5 });
    expect(heard).toEqual([]);
  });

  test("hook is the hook program", async () => {
    const done = { code: 0, stdout: "", stderr: "" };
    // A busy machine may need the second that a hook may take for its start alone.
    const patient = { ...session(), MAESTRO_HOOK_LIFETIME_MS: "60000" };
    expect(await run(["hook", "claude"], patient, '{"a":1}')).toEqual(done);
    expect(heard[0]).toMatchObject({ body: { a: 1 }, auth: "Bearer t1cket" });
    expect(heard[0]?.url).toMatch(/\/hooks\/claude$/);
    expect(await run(["hook", "gemini"])).toEqual({ ...done, stdout: "{}" });
    expect((await run(["hook", "--help"])).stdout).toContain("within a second");
  });
});
