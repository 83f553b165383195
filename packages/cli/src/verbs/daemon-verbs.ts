import type { Command } from "commander";
import type { LogsOptions } from "../commands/logs.ts";
import type { OpenOptions } from "../commands/open.ts";
import type { Context } from "../context.ts";
import { type Json, JSON_FLAG } from "./options.ts";

/** The verbs that start, stop and look at the daemon. */
export function addDaemonVerbs(program: Command, context: () => Context): void {
  program
    .command("up")
    .description("start the daemon and print its address and a one-time link")
    .option(...JSON_FLAG)
    .action(async (o: Json) => (await import("../commands/up.ts")).up(context(), o));
  program
    .command("down")
    .description("stop the daemon; sessions go on")
    .action(async () => (await import("../commands/down.ts")).down(context()));
  program
    .command("status")
    .description("say where the daemon listens and what it holds")
    .option(...JSON_FLAG)
    .action(async (o: Json) => (await import("../commands/status.ts")).status(context(), o));
  program
    .command("doctor")
    .description("say what is installed, what is wrong and what to do")
    .option(...JSON_FLAG)
    .action(async (o: Json) => (await import("../commands/doctor.ts")).doctor(context(), o));
  program
    .command("logs")
    .description("print the daemon's log")
    .option("-f, --follow", "go on with what is added")
    .option("-n, --lines <n>", "how many lines, the newest", "50")
    .option("--json", "print the lines as they are")
    .action(async (o: LogsOptions) => (await import("../commands/logs.ts")).logs(context(), o));
  program
    .command("open")
    .description("print a one-time link that signs a browser in, and open it")
    .option("--qr", "print it as a QR code, for a phone's camera")
    .option("--at <address>", "the address of a proxy or tunnel that leads to the daemon")
    .option(...JSON_FLAG)
    .action(async (o: OpenOptions) => (await import("../commands/open.ts")).open(context(), o));
}
