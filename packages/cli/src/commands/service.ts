import { CliFailure } from "../cli-failure.ts";
import { type Context, printJson } from "../context.ts";
import { daemonIfRunning } from "../daemon/connect.ts";
import { EXIT } from "../exit-codes.ts";
import { replaceFile } from "../files/replace-file.ts";
import { lineDiff } from "../hooks/line-diff.ts";
import { printable } from "../output/printable.ts";
import { shellWord } from "../output/shell-word.ts";
import { shortPath } from "../output/short-path.ts";
import { askSupervisor } from "../service/ask-supervisor.ts";
import { serviceFacts } from "../service/service-facts.ts";
import { isEnabled, readServiceFile, removeServiceFile } from "../service/service-file.ts";
import { type CommandLine, type Supervisor, supervisorOf } from "../service/supervisor.ts";
import { down } from "./down.ts";

/** The options of `service install` and `service uninstall`. */
export interface ServiceOptions {
  readonly now?: boolean;
}

/** Writes the service's file, shows it, and starts it where that is asked for. */
export async function serviceInstall(context: Context, { now }: ServiceOptions) {
  const supervisor = supervisorHere(context);
  await mustAnswer(context, supervisor);
  const found = await ownFile(context, supervisor);
  const text = supervisor.text(serviceFacts(context));
  const before = found.kind === "ours" ? found.text : "";
  const path = shortPath(supervisor.file, context.home);
  if (before === text) context.note(`${path} is there already.`);
  else {
    show(context, path, [before, text]);
    await replaceFile(supervisor.file, text);
    context.note(`${path} is written.`);
  }
  const active = await succeeds(context, supervisor.isActive);
  const commands = active && before !== text ? supervisor.restart : supervisor.start;
  if (now !== true) return say(context, "To start it now and with every login:", commands);
  if (!active && (await daemonIfRunning(context)) !== null) {
    context.note("A daemon that was started by hand makes room for the service.");
    await down(context);
  }
  for (const command of commands) await mustSucceed(context, command);
  context.note("The service runs.");
  lingerHint(context, supervisor);
}

/** Takes back what `install` wrote, and stops the service where that is asked for. */
export async function serviceUninstall(context: Context, { now }: ServiceOptions) {
  const supervisor = supervisorHere(context);
  const found = await ownFile(context, supervisor);
  const path = shortPath(supervisor.file, context.home);
  if (found.kind === "absent") return context.note(`${path} is not there: nothing to take back.`);
  const active = await succeeds(context, supervisor.isActive);
  if (now === true) {
    await mustAnswer(context, supervisor);
    // launchd knows nothing to stop of a service that does not run.
    if (active || supervisor.link !== null) {
      for (const command of supervisor.stop) await mustSucceed(context, command);
    }
  }
  show(context, `${path} (removed)`, [found.text, ""]);
  await removeServiceFile(supervisor);
  if (now === true) {
    for (const command of supervisor.forget) await mustSucceed(context, command);
    return context.note("The service is gone; sessions go on.");
  }
  if (active) context.note("The daemon runs on until: maestro down");
  if (supervisor.forget.length > 0) say(context, "To have it forgotten:", supervisor.forget);
}

/** Says whether the service is installed, starts by itself and runs. */
export async function serviceStatus(context: Context, options: { readonly json?: boolean }) {
  const supervisor = supervisorHere(context);
  const { kind, ...rest } = await readServiceFile(supervisor);
  const wanted = supervisor.text(serviceFacts(context));
  const current = "text" in rest && rest.text === wanted;
  const installed = kind === "ours" ? (current ? "yes" : "outdated") : kind;
  const answer = await askSupervisor(supervisor.probe, context.env);
  const [enabled, active] = await Promise.all([
    kind === "ours" && isEnabled(supervisor),
    succeeds(context, supervisor.isActive),
  ]);
  const { name, file } = supervisor;
  if (options.json === true) {
    const available = answer.kind === "done";
    return printJson(context, { supervisor: name, available, file, installed, enabled, active });
  }
  const about = {
    yes: "installed",
    outdated: "installed by another maestro or changed since; see: maestro service install",
    absent: "not installed; see: maestro service install",
    foreign: "there is a file of somebody else's",
  }[installed];
  context.print(`file     ${shortPath(file, context.home)}: ${about}`);
  context.print(`starts   ${enabled ? "by itself" : "not by itself"}`);
  context.print(`runs     ${active ? "yes" : "no"}`);
  if (answer.kind !== "done") context.note(absence(supervisor, answer));
}

function supervisorHere({ home, env }: Context): Supervisor {
  const found = supervisorOf(process.platform, { home, env, uid: process.getuid?.() ?? 0 });
  if (found !== null) return found;
  const message = `maestro knows no way to install a service on ${process.platform}. Without one: maestro up`;
  throw new CliFailure(EXIT.failed, message);
}

/** Our own file or none: what somebody else wrote is neither replaced nor removed. */
async function ownFile(context: Context, supervisor: Supervisor) {
  const found = await readServiceFile(supervisor);
  if (found.kind !== "foreign") return found;
  const path = shortPath(supervisor.file, context.home);
  throw new CliFailure(EXIT.failed, `${path} was not written by maestro. Nothing changed.`);
}

async function mustAnswer({ env }: Context, supervisor: Supervisor): Promise<void> {
  const answer = await askSupervisor(supervisor.probe, env);
  if (answer.kind === "done") return;
  throw new CliFailure(EXIT.failed, `Nothing changed: ${absence(supervisor, answer)}`);
}

function absence(
  { name, probe }: Supervisor,
  answer: { readonly kind: "missing" } | { readonly kind: "failed"; readonly said: string },
): string {
  const why =
    answer.kind === "missing"
      ? `there is no ${probe[0]} here`
      : `it does not answer (${printable(answer.said)})`;
  return `${name} cannot keep a service for you: ${why}. Without it: maestro up`;
}

async function succeeds({ env }: Context, command: CommandLine): Promise<boolean> {
  return (await askSupervisor(command, env)).kind === "done";
}

async function mustSucceed(context: Context, command: CommandLine): Promise<void> {
  const line = command.map(shellWord).join(" ");
  context.note(`$ ${line}`);
  const answer = await askSupervisor(command, context.env);
  if (answer.kind === "done") return;
  const why = answer.kind === "missing" ? "not found" : printable(answer.said);
  throw new CliFailure(EXIT.failed, `${line}: ${why}`);
}

function show(context: Context, title: string, [before, after]: readonly [string, string]): void {
  const { style } = context;
  const paint = { "+": style.work, "-": style.error, " ": style.quiet };
  context.note(title);
  for (const { sign, text } of lineDiff(before, after))
    context.note(paint[sign](`${sign} ${printable(text)}`));
}

function say(context: Context, title: string, commands: readonly CommandLine[]): void {
  context.note(title);
  for (const command of commands) context.print(command.map(shellWord).join(" "));
}

/** systemd ends a user's services, and all of their processes, when the last login is over. */
function lingerHint(context: Context, { name }: Supervisor): void {
  if (name !== "systemd") return;
  context.note("So that sessions outlive your last logout, once: loginctl enable-linger");
}
