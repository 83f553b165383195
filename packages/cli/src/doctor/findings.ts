import { execFile } from "node:child_process";
import { lstat, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Context } from "../context.ts";
import { daemonIfRunning } from "../daemon/connect.ts";
import { shortPath } from "../output/short-path.ts";
import { VERSION } from "../version.ts";
import { configFindings, portFinding } from "./config-finding.ts";
import { type Finding, note, right, wrong } from "./finding.ts";
import { installCommand } from "./install-command.ts";
import { recordFindings } from "./record-findings.ts";
import { atLeast, parseVersion } from "./tool-version.ts";

/** Looks at everything that maestro needs; changes and starts nothing. */
export async function findings(context: Context): Promise<Finding[]> {
  const [git, tmux, stateDir, records, daemon, config] = await Promise.all([
    toolFinding("git", ["--version"], { needed: "2.31", wanted: "2.38", without: SQUASH }),
    toolFinding("tmux", ["-V"], { needed: "3.2" }),
    stateDirFindings(context),
    recordFindings(context),
    daemonFindings(context),
    configFindings(context),
  ]);
  const node = process.versions.node;
  return [
    atLeast(node, "20.19")
      ? right("node", node)
      : wrong("node", `${node} is too old`, "Install Node.js 20.19 or newer"),
    git,
    tmux,
    ...stateDir,
    ...records,
    ...config,
    ...daemon,
  ];
}

const SQUASH = "squashed branches are not recognised as merged before git 2.38";

async function toolFinding(
  tool: string,
  args: readonly string[],
  wants: { needed: string; wanted?: string; without?: string },
): Promise<Finding> {
  const said = await output(tool, args);
  const command = installCommand(tool, process.env["PATH"] ?? "");
  const todo = `Install ${tool} ${wants.needed} or newer${command === null ? "" : `: ${command}`}`;
  if (said === null) return wrong(tool, "not found or not working", todo);
  const version = parseVersion(said);
  if (version === null) return note(tool, `${said}, of an unknown version`);
  if (!atLeast(version, wants.needed)) return wrong(tool, `${version} is too old`, todo);
  if (wants.wanted !== undefined && !atLeast(version, wants.wanted)) {
    return note(tool, `${version}: ${wants.without ?? ""}`);
  }
  return right(tool, version);
}

function output(file: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const env = { ...process.env, LC_ALL: "C" };
    execFile(file, args, { timeout: 5_000, env }, (error, stdout) => {
      resolve(error === null ? stdout.trim() : null);
    });
  });
}

async function stateDirFindings({ stateDir, home }: Context): Promise<Finding[]> {
  const shown = shortPath(stateDir, home);
  const about = "state directory";
  const stats = await stat(stateDir).catch(() => null);
  if (stats !== null && !stats.isDirectory()) {
    return [wrong(about, `${shown} is no directory`, `Move ${shown} away`)];
  }
  const found = await modeFinding(about, { path: stateDir, shown, mode: 0o700 });
  if (found === null) return [note(about, `${shown} does not exist yet`)];
  const token = { path: join(stateDir, "token"), shown: `${shown}/token`, mode: 0o600 };
  const secret = await modeFinding("token", token);
  return secret === null ? [found] : [found, secret];
}

async function modeFinding(
  about: string,
  { path, shown, mode }: { path: string; shown: string; mode: number },
): Promise<Finding | null> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null) return null;
  if (stats.uid !== process.getuid?.()) {
    return wrong(
      about,
      `${shown} belongs to another user`,
      `See who made ${shown}, then remove it`,
    );
  }
  const open = stats.mode & 0o777 & ~mode;
  if (open === 0) return right(about, shown);
  const octal = mode.toString(8);
  return wrong(about, `${shown} can be used by others`, `chmod ${octal} ${shown}`);
}

async function daemonFindings(context: Context): Promise<Finding[]> {
  const daemon = await daemonIfRunning(context);
  if (daemon === null) {
    return [...(await portFinding(context)), note("daemon", "not running", "Start it: maestro up")];
  }
  try {
    const { version } = await daemon.api.health();
    if (version === VERSION) return [right("daemon", `answers, version ${version}`)];
    const says = `answers, but is version ${version} and this is ${VERSION}`;
    return [note("daemon", says, "Sessions go on: maestro down, then maestro up")];
  } catch (error) {
    return [wrong("daemon", `does not answer: ${(error as Error).message}`, "Look: maestro logs")];
  }
}
