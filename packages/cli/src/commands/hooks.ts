import { realpath, rm, stat } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { agreed } from "../agreed.ts";
import { CliFailure } from "../cli-failure.ts";
import { type Context, printJson } from "../context.ts";
import { EXIT } from "../exit-codes.ts";
import { readIfThere } from "../files/read-if-there.ts";
import { replaceFile } from "../files/replace-file.ts";
import { codexHooks } from "../hooks/codex-hooks.ts";
import type { FileChange, FileTexts, Places, Plan, UserHooks } from "../hooks/hook-files.ts";
import { lineDiff } from "../hooks/line-diff.ts";
import { printable } from "../output/printable.ts";
import { shortPath } from "../output/short-path.ts";

/** The options of `hooks install` and `hooks uninstall`. */
export interface HooksOptions {
  readonly yes?: boolean;
}

/** Agents whose hooks need a file of the person's. */
const NEED_FILE: readonly UserHooks[] = [codexHooks];

/** Agents that are given their hooks when maestro starts them. */
const GIVEN_AT_START = ["claude", "gemini", "opencode"];

/** Adds maestro's hooks to the agents' own files, once it was said what changes and agreed to. */
export async function hooksInstall(
  context: Context,
  agent: string | undefined,
  options: HooksOptions,
) {
  for (const hooks of chosen(context, agent)) {
    const places = placesOf(context);
    const done = await change(
      context,
      options,
      hooks.install(await textsOf(hooks, places), places),
    );
    if (done) context.note(`${hooks.agent}: installed. ${hooks.note}`);
    else context.note(`${hooks.agent}: installed already.`);
  }
}

/** Takes maestro's hooks out again, and nothing else. */
export async function hooksUninstall(
  context: Context,
  agent: string | undefined,
  options: HooksOptions,
) {
  for (const hooks of chosen(context, agent)) {
    const places = placesOf(context);
    const plan = hooks.uninstall(await textsOf(hooks, places), places);
    const done = await change(context, options, plan);
    context.note(`${hooks.agent}: ${done ? "uninstalled." : "was not installed."}`);
  }
}

/** Prints for every agent how it gets its hooks, and whether they are there. */
export async function hooksStatus(
  context: Context,
  agent: string | undefined,
  options: { readonly json?: boolean },
) {
  const places = placesOf(context);
  const rows: { agent: string; state: string; path: string | null }[] = [];
  for (const hooks of NEED_FILE) {
    const { state, path } = hooks.state(await textsOf(hooks, places), places);
    rows.push({ agent: hooks.agent, state, path });
  }
  for (const name of GIVEN_AT_START)
    rows.push({ agent: name, state: "given at start", path: null });
  const asked = agent === undefined ? rows : rows.filter((row) => row.agent === agent);
  if (asked.length === 0) throw unknown(agent);
  if (options.json === true) return printJson(context, asked);
  for (const { agent: name, state, path } of asked) {
    const where = path === null ? "" : `  ${shortPath(path, context.home)}`;
    context.print(`${name.padEnd(10)}${state.padEnd(16)}${where}`.trimEnd());
  }
}

function chosen(context: Context, agent: string | undefined): readonly UserHooks[] {
  if (agent !== undefined && GIVEN_AT_START.includes(agent)) {
    context.note(`${agent}: nothing to do, maestro gives it its hooks when it starts it.`);
    return [];
  }
  if (agent === undefined) return NEED_FILE;
  const found = NEED_FILE.filter((hooks) => hooks.agent === agent);
  if (found.length === 0) throw unknown(agent);
  return found;
}

function unknown(agent: string | undefined): CliFailure {
  const known = [...NEED_FILE.map((hooks) => hooks.agent), ...GIVEN_AT_START].join(", ");
  return new CliFailure(EXIT.usage, `There is no agent “${agent}”; there are: ${known}`);
}

function placesOf({ env, home }: Context): Places {
  const hookProgram = fileURLToPath(new URL("./maestro-hook.mjs", import.meta.url));
  return { env, home, node: process.execPath, hookProgram };
}

async function textsOf(hooks: UserHooks, places: Places): Promise<FileTexts> {
  const texts = new Map<string, string | null>();
  for (const path of hooks.paths(places)) texts.set(path, await readIfThere(path));
  return texts;
}

/** Shows a change, asks, and makes it. False where there was nothing to change. */
async function change(context: Context, { yes }: HooksOptions, plan: Plan): Promise<boolean> {
  if (plan.kind === "refused") throw new CliFailure(EXIT.failed, plan.reason);
  if (plan.changes.length === 0) return false;
  for (const one of plan.changes) show(context, one);
  if (yes !== true && !(await agreed(context, "Change it?")))
    throw new CliFailure(EXIT.failed, "Nothing changed.");
  for (const one of plan.changes) await apply(one);
  return true;
}

function show(context: Context, { path, before, after }: FileChange): void {
  const { style } = context;
  context.note(`${shortPath(path, context.home)}${after === null ? " (removed)" : ""}`);
  for (const { sign, text } of lineDiff(before ?? "", after ?? "")) {
    const line = `${sign} ${printable(text)}`;
    const paint = { "+": style.work, "-": style.error, " ": style.quiet }[sign];
    context.note(paint(line));
  }
}

/** Replaces the file in one step; one that is a link to somewhere else stays a link. */
async function apply({ path, before, after }: FileChange): Promise<void> {
  const target = before === null ? path : await realpath(path);
  if ((await readIfThere(target)) !== before) {
    throw new CliFailure(EXIT.failed, `${path} was changed by somebody else meanwhile; try again.`);
  }
  if (after === null) return rm(target);
  const mode = before === null ? 0o600 : (await stat(target)).mode & 0o777;
  await replaceFile(target, after, mode);
}
