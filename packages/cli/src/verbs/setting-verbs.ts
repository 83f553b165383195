import { Argument, type Command } from "commander";
import type { Context } from "../context.ts";
import { type Json, JSON_FLAG } from "./options.ts";

/** The verbs about what is set, and about the shell that maestro is typed in. */
export function addSettingVerbs(program: Command, context: () => Context): void {
  const devices = program.command("devices").description("browsers that are signed in");
  devices
    .command("ls", { isDefault: true })
    .description("list the browsers that are signed in")
    .option(...JSON_FLAG)
    .action(async (o: Json) => (await import("../commands/devices.ts")).listDevices(context(), o));
  devices
    .command("rm")
    .description("sign a browser out")
    .argument("<device>", "the browser's id, a unique beginning of it, or its unique name")
    .action(async (id: string) =>
      (await import("../commands/devices.ts")).removeDevice(context(), id),
    );

  const config = program.command("config").description("read and set the configuration");
  config
    .command("path")
    .description("print where the configuration file is")
    .action(async () => (await import("../commands/config.ts")).configPath(context()));
  config
    .command("get", { isDefault: true })
    .description("print a value, or all that are set")
    .argument("[key]", "the value's name")
    .option(...JSON_FLAG)
    .action(async (key: string | undefined, o: Json) =>
      (await import("../commands/config.ts")).configGet(context(), key, o),
    );
  config
    .command("set")
    .description("set a value, and leave the rest of the file as it is")
    .argument("<key>", "the value's name; a wrong one lists them all")
    .argument("<value>", "a number, true or false, a text, or texts with commas between")
    .action(async (key: string, value: string) =>
      (await import("../commands/config.ts")).configSet(context(), key, value),
    );

  program
    .command("completion")
    .description("print the completion script of a shell")
    .addArgument(new Argument("<shell>", "whose script").choices(["bash", "zsh", "fish"]))
    .action(async (shell: string) =>
      (await import("../commands/completion.ts")).completion(context(), shell, program),
    );
  program
    .command("complete-sessions", { hidden: true })
    .action(async () => (await import("../commands/completion.ts")).completeSessions(context()));
}
