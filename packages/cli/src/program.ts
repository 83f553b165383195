import { Command } from "commander";
import { type Context, processContext } from "./context.ts";
import { addHelp } from "./help/add-help.ts";
import { inLines } from "./output/printable.ts";
import { addAgentVerbs } from "./verbs/agent-verbs.ts";
import { addAttentionVerbs } from "./verbs/attention-verbs.ts";
import { addDaemonVerbs } from "./verbs/daemon-verbs.ts";
import { addServiceVerbs } from "./verbs/service-verbs.ts";
import { addSessionVerbs } from "./verbs/session-verbs.ts";
import { addSettingVerbs } from "./verbs/setting-verbs.ts";
import { addWorktreeVerbs } from "./verbs/worktree-verbs.ts";
import { VERSION } from "./version.ts";

/**
 * Every verb with its arguments and options. What a verb does is imported when it is called, so that
 * `maestro ls` does not wait for what it does not use.
 */
export function buildProgram(contextOf: typeof processContext = processContext): Command {
  const program = new Command("maestro");
  program
    .description("Runs coding agents as long-lived terminal sessions and loses nothing.")
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .option("--state-dir <dir>", "the state directory to use (MAESTRO_STATE_DIR)")
    .enablePositionalOptions()
    .configureOutput({
      getOutHelpWidth: () => context().width() ?? 80,
      outputError: (text, write) => write(inLines(text.replace(/^error: /, "maestro: "))),
    })
    .exitOverride();

  const context = (): Context => contextOf(program.opts<{ stateDir?: string }>().stateDir);
  program.commandsGroup("Sessions:");
  addSessionVerbs(program, context);
  addAttentionVerbs(program, context);
  program.commandsGroup("Worktrees:");
  addWorktreeVerbs(program, context);
  program.commandsGroup("Agents:");
  addAgentVerbs(program, context);
  program.commandsGroup("Daemon:");
  addDaemonVerbs(program, context);
  addServiceVerbs(program, context);
  program.commandsGroup("Settings:");
  addSettingVerbs(program, context);
  addHelp(program);
  return program;
}
