import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { launchdAgent } from "../service/launchd-agent.ts";
import { supervisorOf } from "../service/supervisor.ts";
import { systemdUnit } from "../service/systemd-unit.ts";
import { CLI, runCli } from "../support/run-cli.ts";

const FACTS = {
  node: "/usr/bin/node",
  daemonEntry: "/opt/my maestro/$x/100%/maestro-daemon.mjs",
  env: { PATH: '/usr/bin:/a "b"\\c', MAESTRO_STATE_DIR: "/home/me/.local/state/maestro" },
};

describe.runIf(process.platform === "linux")("with systemd", () => {
  let home: string;
  let unit: string;

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), "maestro-service-"));
    unit = join(home, ".config/systemd/user/maestro.service");
    // Notes what it is asked; whether the service is active is what a file says.
    await put(
      join(home, "bin/systemctl"),
      `#!/bin/sh
echo "$*" >>"${home}/asked"
case " $* " in
*" is-active "*) [ -e "${home}/active" ] ;;
*) [ ! -e "${home}/broken" ] || { echo "Failed to connect to bus: No medium found" >&2; exit 1; } ;;
esac
`,
    );
    await chmod(join(home, "bin/systemctl"), 0o755);
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  const service = (words: string[], path = `${join(home, "bin")}:${process.env["PATH"]}`) =>
    runCli(["service", ...words], { stateDir: home, env: { PATH: path } });
  /** What changed anything: questions are left out. */
  const asked = async (): Promise<string[]> => {
    const lines = await readFile(join(home, "asked"), "utf8").catch(() => "");
    return lines
      .split("\n")
      .filter((line) => line !== "" && !/ (show|is-active) /.test(`${line} `));
  };
  const enable = async (): Promise<void> => {
    const wants = join(dirname(unit), "default.target.wants");
    await mkdir(wants, { recursive: true });
    await symlink(unit, join(wants, "maestro.service"));
  };
  const status = async (): Promise<unknown> =>
    JSON.parse((await service(["status", "--json"])).stdout);

  test("install writes the unit, shows it, and only says what to run", async () => {
    const { code, stdout, stderr } = await service(["install"]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: "systemctl --user daemon-reload\nsystemctl --user enable --now maestro\n",
    });
    const text = await readFile(unit, "utf8");
    for (const line of text.trimEnd().split("\n")) expect(stderr).toContain(`+ ${line}`);
    expect(text).toMatch(/^KillMode=process$/m);
    expect(text).toMatch(/^Restart=on-failure$/m);
    expect(text).toContain(`ExecStart="${process.execPath}" "${dirname(CLI)}/maestro-daemon.mjs"`);
    expect(text).toContain(`Environment="MAESTRO_STATE_DIR=${home}"`);
    expect(await asked()).toEqual([]);
    expect(await status()).toMatchObject({ installed: "yes", enabled: false, active: false });
  });

  test("a second install changes nothing and says so", async () => {
    await service(["install"]);
    const before = await readFile(unit, "utf8");
    const { code, stderr } = await service(["install"]);
    expect(code).toBe(0);
    expect(stderr).toContain("is there already");
    expect(await readFile(unit, "utf8")).toBe(before);
  });

  test("--now has systemd start it, and restart it where the unit changed", async () => {
    await service(["install", "--now"]);
    expect(await asked()).toEqual(["--user daemon-reload", "--user enable --now maestro"]);
    await rm(join(home, "asked"));
    await put(join(home, "active"), "");
    await put(unit, `${await readFile(unit, "utf8")}# more\n`);
    expect(await status()).toMatchObject({ installed: "outdated", active: true });
    const { stderr } = await service(["install", "--now"]);
    expect(stderr).toContain("- # more");
    expect(await asked()).toEqual([
      "--user daemon-reload",
      "--user enable maestro",
      "--user restart maestro",
    ]);
  });

  test("uninstall takes back the unit and the link to it, and leaves what is a person's", async () => {
    await service(["install"]);
    await enable();
    await put(join(dirname(unit), "maestro.service.d/mine.conf"), "[Service]\n");
    expect(await status()).toMatchObject({ enabled: true });
    const { code, stdout } = await service(["uninstall"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "systemctl --user daemon-reload\n" });
    expect((await readdir(dirname(unit), { recursive: true })).sort()).toEqual([
      "default.target.wants",
      "maestro.service.d",
      "maestro.service.d/mine.conf",
    ]);
    expect(await asked()).toEqual([]);
    const again = await service(["uninstall"]);
    expect(again).toMatchObject({ code: 0, stdout: "" });
    expect(again.stderr).toContain("nothing to take back");
  });

  test("uninstall --now stops it first", async () => {
    await service(["install"]);
    await put(join(home, "active"), "");
    const { code, stderr } = await service(["uninstall", "--now"]);
    expect(code).toBe(0);
    expect(stderr).toContain("$ systemctl --user disable --now maestro");
    expect(await asked()).toEqual(["--user disable --now maestro", "--user daemon-reload"]);
    expect(await readdir(dirname(unit))).toEqual([]);
  });

  test("where systemd stops nothing, the unit stays", async () => {
    await service(["install"]);
    await put(join(home, "broken"), "");
    const { code } = await service(["uninstall", "--now"]);
    expect(code).toBe(1);
    expect(await readdir(dirname(unit))).toEqual(["maestro.service"]);
  });

  test.each(["install", "uninstall"])("%s touches no unit of somebody else's", async (verb) => {
    await put(unit, "[Service]\nExecStart=/mine\n");
    const { code, stderr } = await service([verb, "--now"]);
    expect(code).toBe(1);
    expect(stderr).toContain("was not written by maestro");
    expect(await readFile(unit, "utf8")).toBe("[Service]\nExecStart=/mine\n");
    expect(await asked()).toEqual([]);
    expect(await status()).toMatchObject({ installed: "foreign" });
  });

  test("a masked unit, a link to /dev/null, counts as somebody else's", async () => {
    await mkdir(dirname(unit), { recursive: true });
    await symlink("/dev/null", unit);
    expect(await service(["install"])).toMatchObject({ code: 1 });
    expect(await status()).toMatchObject({ installed: "foreign", enabled: false });
  });

  test("without a systemd that answers nothing is written, and it is said what to do", async () => {
    await put(join(home, "broken"), "");
    const { code, stdout, stderr } = await service(["install", "--now"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("it does not answer (Failed to connect to bus: No medium found)");
    expect(stderr).toContain("maestro up");
    expect(await status()).toMatchObject({ available: false, installed: "absent" });
  });

  test("without systemctl nothing is written, and it is said what to do", async () => {
    const { code, stderr } = await service(["install"], join(home, "nowhere"));
    expect(code).toBe(1);
    expect(stderr).toContain("there is no systemctl here. Without it: maestro up");
    expect(await readdir(home)).not.toContain(".config");
    expect(await service(["status"], join(home, "nowhere"))).toMatchObject({ code: 0 });
  });
});

test("the unit's words come out of systemd's own quoting as they were", () => {
  const unquoted = (text: string): string =>
    text
      .replace(/\\(x[0-9a-f]{2}|.)/g, (_, code: string) =>
        code.length === 3 ? String.fromCharCode(Number.parseInt(code.slice(1), 16)) : code,
      )
      .replaceAll("%%", "%");
  const path = fc.stringMatching(/^[ -~\n\t\u00e9]{1,20}$/).map((text) => `/${text}`);
  fc.assert(
    fc.property(path, path, (daemonEntry, value) => {
      const lines = systemdUnit({ ...FACTS, daemonEntry, env: { A: value } }).split("\n");
      const exec = lines.find((line) => line.startsWith("ExecStart="))?.slice("ExecStart=".length);
      expect(unquoted(exec ?? "").replaceAll("$$", "$")).toBe(`"${FACTS.node}" "${daemonEntry}"`);
      const env = lines.filter((line) => line.startsWith("Environment="));
      expect(env.map((line) => unquoted(line.slice("Environment=".length)))).toEqual([
        `"A=${value}"`,
      ]);
    }),
  );
});

const verifies = hasAnalyze();
test.runIf(verifies)("systemd itself finds nothing wrong with the unit", async () => {
  const directory = await mkdtemp(join(tmpdir(), "maestro-unit-"));
  const file = join(directory, "maestro.service");
  await writeFile(file, systemdUnit({ ...FACTS, node: process.execPath }));
  const words = ["--user", "--man=no", "--generators=no", "verify", file];
  const env = { ...process.env, HOME: directory, XDG_RUNTIME_DIR: directory };
  try {
    expect(() => execFileSync("systemd-analyze", words, { env, stdio: "pipe" })).not.toThrow();
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

test("on macOS it is an agent of launchd, whose processes outlive it", () => {
  const user = { home: "/Users/me", uid: 501, env: {} };
  const launchd = supervisorOf("darwin", user);
  expect(launchd?.file).toBe("/Users/me/Library/LaunchAgents/maestro.daemon.plist");
  expect(launchd?.start).toEqual([["launchctl", "bootstrap", "gui/501", launchd?.file]]);
  const text = launchdAgent({ ...FACTS, daemonEntry: "/a & b/<c>" });
  expect(text).toContain("<string>/a &amp; b/&lt;c&gt;</string>");
  expect(text).toMatch(/<key>AbandonProcessGroup<\/key>\s*<true\/>/);
  expect(text).toMatch(/<key>SuccessfulExit<\/key>\s*<false\/>/);
  expect(text.split("\n")).toContain(launchd?.mark);
});

test("there is none on other systems", () => {
  expect(supervisorOf("freebsd", { home: "/", uid: 0, env: {} })).toBeNull();
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

function hasAnalyze(): boolean {
  try {
    execFileSync("systemd-analyze", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
