import type { Activity } from "@maestro/protocol";
import { Argument, type Command } from "commander";
import type { HooksOptions } from "../commands/hooks.ts";
import type { ReportOptions } from "../commands/report.ts";
import type { Context } from "../context.ts";
import { ID, type Json, JSON_FLAG, YES } from "./options.ts";

const STATES = ["active", "idle", "awaiting_input", "error"] as const satisfies readonly Activity[];
const AGENT = ["[agent]", "codex or another; all of them where none is named"] as const;

/** The verbs by which agents speak to the daemon, and that make them do so. */
export function addAgentVerbs(program: Command, context: () => Context): void {
  program
    .command("report")
    .description("say what an agent does, from inside its session or for another")
    .addArgument(new Argument("<state>", "what it does").choices(STATES))
    .option("--detail <text>", "what it says")
    .option("--agent-session <id>", "the agent's own id of the conversation")
    .option("--session <id>", ID)
    .action(async (state: string, o: ReportOptions) =>
      (await import("../commands/report.ts")).report(context(), state, o),
    );
  // Listed for its help: the command itself never gets here, see main.ts.
  program
    .command("hook")
    .description("pass an agent's hook payload on; always succeeds, within a second")
    .argument("<agent>", "whose hook it is")
    .argument("[payload...]", "what it says, or standard input")
    .allowUnknownOption()
    .action(async () => (await import("../commands/hook.ts")).hook());

  const hooks = program
    .command("hooks")
    .description("add maestro's hooks to the agents' own configuration");
  hooks
    .command("status", { isDefault: true })
    .description("say how each agent gets its hooks")
    .argument(...AGENT)
    .option(...JSON_FLAG)
    .action(async (agent: string | undefined, o: Json) =>
      (await import("../commands/hooks.ts")).hooksStatus(context(), agent, o),
    );
  hooks
    .command("install")
    .description("add the hooks, once you saw what changes and agreed")
    .argument(...AGENT)
    .option(...YES)
    .action(async (agent: string | undefined, o: HooksOptions) =>
      (await import("../commands/hooks.ts")).hooksInstall(context(), agent, o),
    );
  hooks
    .command("uninstall")
    .description("take the hooks out again, and nothing else")
    .argument(...AGENT)
    .option(...YES)
    .action(async (agent: string | undefined, o: HooksOptions) =>
      (await import("../commands/hooks.ts")).hooksUninstall(context(), agent, o),
    );
}
