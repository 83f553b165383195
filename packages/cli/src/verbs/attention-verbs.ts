import type { Command } from "commander";
import type { FocusOptions } from "../commands/focus.ts";
import type { ResumeOptions } from "../commands/resume.ts";
import type { SendOptions } from "../commands/send.ts";
import type { WaitOptions } from "../commands/wait.ts";
import type { Context } from "../context.ts";
import { DETACH_KEY, ID, type Json, JSON_FLAG, TIMEOUT } from "./options.ts";

/** The verbs about who needs you, and that answer. */
export function addAttentionVerbs(program: Command, context: () => Context): void {
  program
    .command("why")
    .description("how a session's state was decided")
    .argument("<id>", ID)
    .option(...JSON_FLAG)
    .action(async (id: string, o: Json) =>
      (await import("../commands/why.ts")).why(context(), id, o),
    );
  program
    .command("send")
    .description("type text into a session, and Enter; - reads standard input")
    .argument("<id>", ID)
    .argument("<text...>", "the text; several words are joined by spaces")
    .option("--no-submit", "without Enter")
    .option("--wait", "until the turn that it begins is over")
    .option(...TIMEOUT)
    .option(...JSON_FLAG)
    .action(async (id: string, words: string[], o: SendOptions) =>
      (await import("../commands/send.ts")).send(context(), id, { ...o, words }),
    );
  program
    .command("wait")
    .description("wait until sessions have reached a state")
    .argument("<id...>", ID)
    .option(
      "--for <state>",
      "active, idle, awaiting_input, error, dead or settled; several with commas; any that is not active where none is said",
    )
    .option("--any", "until one of the sessions has, instead of all")
    .option(...TIMEOUT)
    .option(...JSON_FLAG)
    .action(async (ids: string[], o: WaitOptions) =>
      (await import("../commands/wait.ts")).wait(context(), ids, o),
    );
  program
    .command("resume")
    .description("start dormant or ended sessions again, with their conversations where known")
    .argument("[id...]", ID)
    .option("--all", "all that are dormant, one after another")
    .option(...JSON_FLAG)
    .action(async (ids: string[], o: ResumeOptions) =>
      (await import("../commands/resume.ts")).resume(context(), ids, o),
    );
  program
    .command("focus")
    .description("go to the session that has waited longest for you")
    .argument("<id>", `next, or ${ID}`)
    .option("--print", "print its id instead of attaching to it")
    .option(...DETACH_KEY)
    .option(...JSON_FLAG)
    .action(async (id: string, o: FocusOptions) =>
      (await import("../commands/focus.ts")).focus(context(), id, o),
    );
}
