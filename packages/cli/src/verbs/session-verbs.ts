import { type Command, Option } from "commander";
import type { AttachOptions } from "../commands/attach.ts";
import type { LsOptions } from "../commands/ls.ts";
import type { NewOptions } from "../commands/new-request.ts";
import type { ScreenOptions } from "../commands/screen.ts";
import type { Context } from "../context.ts";
import { DETACH_KEY, ID, type Json, JSON_FLAG } from "./options.ts";

/** The verbs that start sessions, show them and end them. */
export function addSessionVerbs(program: Command, context: () => Context): void {
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
      (await import("../commands/new.ts")).newSession(context(), words, o),
    );
  program
    .command("ls")
    .description("list all sessions, those that wait for you on top")
    .option("--watch", "go on showing changes")
    .option(...JSON_FLAG)
    .action(async (o: LsOptions) => (await import("../commands/ls.ts")).ls(context(), o));
  program
    .command("show")
    .description("print all that is known of a session")
    .argument("<id>", ID)
    .option(...JSON_FLAG)
    .action(async (id: string, o: Json) =>
      (await import("../commands/show.ts")).show(context(), id, o),
    );
  program
    .command("attach")
    .description("show a session in this terminal")
    .argument("<id>", ID)
    .option(...DETACH_KEY)
    .option("--tmux", "by plain tmux attach, past the daemon")
    .action(async (id: string, o: AttachOptions) =>
      (await import("../commands/attach.ts")).attach(context(), id, o),
    );
  program
    .command("screen")
    .description("print what a session's screen shows")
    .argument("<id>", ID)
    .option("--scrollback <n>", "lines of history above it")
    .option("--ansi", "keep its colours")
    .option(...JSON_FLAG)
    .action(async (id: string, o: ScreenOptions) =>
      (await import("../commands/screen.ts")).screen(context(), id, o),
    );
  program
    .command("rename")
    .description("give a session a name; an empty one takes it away")
    .argument("<id>", ID)
    .argument("<name...>", "the name; several words are joined by spaces")
    .action(async (id: string, words: string[]) =>
      (await import("../commands/rename.ts")).rename(context(), id, words),
    );
  program
    .command("kill")
    .description("end or dismiss sessions, unless their worktree holds unsaved work")
    .argument("<id...>", ID)
    .option("--force", "end them all the same; a worktree that holds work stays on disk")
    .action(async (ids: string[], o: { force?: boolean }) =>
      (await import("../commands/kill.ts")).kill(context(), ids, o),
    );
  program
    .command("events")
    .description("print every change as it happens")
    .option("--json", "one frame a line")
    .action(async (o: Json) => (await import("../commands/events.ts")).events(context(), o));
}
