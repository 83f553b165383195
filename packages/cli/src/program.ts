import { Argument, Command, Option } from "commander";
import { addAgentVerbs } from "./agent-verbs.ts";
import { addAttentionVerbs, DETACH_KEY } from "./attention-verbs.ts";
import { type Context, processContext } from "./context.ts";
import type { AttachOptions } from "./commands/attach.ts";
import type { LogsOptions } from "./commands/logs.ts";
import type { LsOptions } from "./commands/ls.ts";
import type { NewOptions } from "./commands/new-request.ts";
import type { ScreenOptions } from "./commands/screen.ts";
import { addHelpNotes } from "./help/add-help.ts";
import { addServiceVerbs } from "./service-verbs.ts";
import { VERSION } from "./version.ts";
import { addWorktreeVerbs } from "./worktree-verbs.ts";

interface Json {
  readonly json?: boolean;
}

const JSON_FLAG = ["--json", "print JSON for scripts"] as const;
const ID = "a session's id, a unique beginning of it, or its unique name";

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
    .showHelpAfterError("Usage: maestro COMMAND --help")
    .exitOverride();

  const context = (): Context => contextOf(program.opts<{ stateDir?: string }>().stateDir);
  program.commandsGroup("Sessions:");
  sessionVerbs(program, context);
  addAttentionVerbs(program, context);
  program.commandsGroup("Worktrees:");
  addWorktreeVerbs(program, context);
  program.commandsGroup("Agents:");
  addAgentVerbs(program, context);
  program.commandsGroup("Daemon:");
  daemonVerbs(program, context);
  addServiceVerbs(program, context);
  program.commandsGroup("Settings:");
  settingVerbs(program, context);
  addHelpNotes(program);
  return program;
}

function daemonVerbs(program: Command, context: () => Context): void {
  program
    .command("up")
    .description("start the daemon and print its address and a one-time link")
    .option(...JSON_FLAG)
    .action(async (o: Json) => (await import("./commands/up.ts")).up(context(), o));
  program
    .command("down")
    .description("stop the daemon; sessions go on")
    .action(async () => (await import("./commands/down.ts")).down(context()));
  program
    .command("status")
    .description("say where the daemon listens and what it holds")
    .option(...JSON_FLAG)
    .action(async (o: Json) => (await import("./commands/status.ts")).status(context(), o));
  program
    .command("doctor")
    .description("say what is installed, what is wrong and what to do")
    .option(...JSON_FLAG)
    .action(async (o: Json) => (await import("./commands/doctor.ts")).doctor(context(), o));
  program
    .command("logs")
    .description("print the daemon's log")
    .option("-f, --follow", "go on with what is added")
    .option("-n, --lines <n>", "how many lines, the newest", "50")
    .option("--json", "print the lines as they are")
    .action(async (o: LogsOptions) => (await import("./commands/logs.ts")).logs(context(), o));
  program
    .command("open")
    .description("print a one-time link that signs a browser in, and open it")
    .option(...JSON_FLAG)
    .action(async (o: Json) => (await import("./commands/open.ts")).open(context(), o));
}

function sessionVerbs(program: Command, context: () => Context): void {
  program
    .command("new")
    .description("start a command, or your shell, in a session of its own")
    .argument("[command...]", "a program and its arguments, as a list, behind --")
    .option("-C, --directory <dir>", "where to start it")
    .option("-n, --name <name>", "the session's name")
    .option("-w, --worktree <branch>", "make a worktree on this new branch")
    .option("--existing", "the branch exists already")
    .option("--base <ref>", "what the new branch starts from")
    .addOption(
      new Option("-e, --env <K=V>", "a variable; K alone takes its value here")
        .argParser((value: string, before: readonly string[]) => [...before, value])
        .default([], "none"),
    )
    .option("-c, --command <line>", "a shell line instead of a list")
    .option("--prompt <text>", "what the agent is to begin with")
    .option("-a, --attach", "attach to it at once")
    .option(...DETACH_KEY)
    .option(...JSON_FLAG)
    .passThroughOptions()
    .action(async (words: string[], o: NewOptions) =>
      (await import("./commands/new.ts")).newSession(context(), words, o),
    );
  program
    .command("ls")
    .description("list all sessions, those that wait for you on top")
    .option("--watch", "go on showing changes")
    .option(...JSON_FLAG)
    .action(async (o: LsOptions) => (await import("./commands/ls.ts")).ls(context(), o));
  program
    .command("show")
    .description("print all that is known of a session")
    .argument("<id>", ID)
    .option(...JSON_FLAG)
    .action(async (id: string, o: Json) =>
      (await import("./commands/show.ts")).show(context(), id, o),
    );
  program
    .command("attach")
    .description("show a session in this terminal")
    .argument("<id>", ID)
    .option(...DETACH_KEY)
    .action(async (id: string, o: AttachOptions) =>
      (await import("./commands/attach.ts")).attach(context(), id, o),
    );
  program
    .command("screen")
    .description("print what a session's screen shows")
    .argument("<id>", ID)
    .option("--scrollback <n>", "lines of history above it")
    .option("--ansi", "keep its colours")
    .option(...JSON_FLAG)
    .action(async (id: string, o: ScreenOptions) =>
      (await import("./commands/screen.ts")).screen(context(), id, o),
    );
  program
    .command("rename")
    .description("give a session a name; an empty one takes it away")
    .argument("<id>", ID)
    .argument("<name...>", "the name; several words are joined by spaces")
    .action(async (id: string, words: string[]) =>
      (await import("./commands/rename.ts")).rename(context(), id, words),
    );
  program
    .command("kill")
    .description("end or dismiss sessions, unless their worktree holds unsaved work")
    .argument("<id...>", ID)
    .option("--force", "end them all the same; a worktree that holds work stays on disk")
    .action(async (ids: string[], o: { force?: boolean }) =>
      (await import("./commands/kill.ts")).kill(context(), ids, o),
    );
  program
    .command("events")
    .description("print every change as it happens")
    .option("--json", "one frame a line")
    .action(async (o: Json) => (await import("./commands/events.ts")).events(context(), o));
}

function settingVerbs(program: Command, context: () => Context): void {
  const devices = program.command("devices").description("browsers that are signed in");
  devices
    .command("ls", { isDefault: true })
    .description("list the browsers that are signed in")
    .option(...JSON_FLAG)
    .action(async (o: Json) => (await import("./commands/devices.ts")).listDevices(context(), o));
  devices
    .command("rm")
    .description("sign a browser out")
    .argument("<device>", "the browser's id, a unique beginning of it, or its unique name")
    .action(async (id: string) =>
      (await import("./commands/devices.ts")).removeDevice(context(), id),
    );

  const config = program.command("config").description("read and set the configuration");
  config
    .command("path")
    .description("print where the configuration file is")
    .action(async () => (await import("./commands/config.ts")).configPath(context()));
  config
    .command("get", { isDefault: true })
    .description("print a value, or all that are set")
    .argument("[key]", "the value's name")
    .option(...JSON_FLAG)
    .action(async (key: string | undefined, o: Json) =>
      (await import("./commands/config.ts")).configGet(context(), key, o),
    );
  config
    .command("set")
    .description("set a value, and leave the rest of the file as it is")
    .argument("<key>", "the value's name; a wrong one lists them all")
    .argument("<value>", "a number, true or false, a text, or a list in TOML")
    .action(async (key: string, value: string) =>
      (await import("./commands/config.ts")).configSet(context(), key, value),
    );

  program
    .command("completion")
    .description("print the completion script of a shell")
    .addArgument(new Argument("<shell>", "whose script").choices(["bash", "zsh", "fish"]))
    .action(async (shell: string) =>
      (await import("./commands/completion.ts")).completion(context(), shell, program),
    );
  program
    .command("complete-sessions", { hidden: true })
    .action(async () => (await import("./commands/completion.ts")).completeSessions(context()));
}
