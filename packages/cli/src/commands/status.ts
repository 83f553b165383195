import { CliFailure } from "../cli-failure.ts";
import { type Context, printJson } from "../context.ts";
import { daemonIfRunning } from "../daemon/connect.ts";
import { EXIT } from "../exit-codes.ts";
import { printDetails } from "../output/details.ts";
import { duration } from "../output/relative-time.ts";
import { shortPath } from "../output/short-path.ts";

/** Says where the daemon listens and what it holds; starts none. */
export async function status(context: Context, options: { readonly json?: boolean }) {
  const daemon = await daemonIfRunning(context);
  if (daemon === null) throw new CliFailure(EXIT.noDaemon, "No daemon runs. Start it: maestro up");
  const found = await daemon.api.getStatus();
  if (options.json === true) return printJson(context, found);
  const { running, dead, dormant } = found.sessions;
  const path = (text: string): string => shortPath(text, context.home);
  printDetails(context, [
    [
      "Daemon",
      `maestro ${found.version}, process ${found.pid}, up for ${duration(found.uptime_s)}`,
    ],
    ["Address", found.url],
    ["Socket", path(found.socket)],
    ["State", path(found.state_dir)],
    ["Sessions", `${running} running, ${dead} ended, ${dormant} dormant`],
    ["Recovery", found.recovered ? null : "still looking for sessions of an earlier run"],
    ["Uses", `tmux ${found.tmux}, git ${found.git}`],
  ]);
}
