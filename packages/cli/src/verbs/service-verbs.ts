import type { Command } from "commander";
import type { ServiceOptions } from "../commands/service.ts";
import type { Context } from "../context.ts";
import { type Json, JSON_FLAG } from "./options.ts";

/** The verbs that have the system start the daemon: systemd on Linux, launchd on macOS. */
export function addServiceVerbs(program: Command, context: () => Context): void {
  const service = program
    .command("service")
    .description("have the system start the daemon with your login");
  service
    .command("status", { isDefault: true })
    .description("whether it is installed, starts by itself and runs")
    .option(...JSON_FLAG)
    .action(async (o: Json) =>
      (await import("../commands/service.ts")).serviceStatus(context(), o),
    );
  service
    .command("install")
    .description("write the service's file, show it, and say how to start it")
    .option("--now", "start it at once, instead of a daemon that was started by hand")
    .action(async (o: ServiceOptions) =>
      (await import("../commands/service.ts")).serviceInstall(context(), o),
    );
  service
    .command("uninstall")
    .description("take back what install wrote, and nothing else")
    .option("--now", "stop it at once; sessions go on")
    .action(async (o: ServiceOptions) =>
      (await import("../commands/service.ts")).serviceUninstall(context(), o),
    );
}
