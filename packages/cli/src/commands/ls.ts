import { type Context, printJson } from "../context.ts";
import { type Daemon, daemonFor } from "../daemon/connect.ts";
import { NO_SESSIONS, sessionTable } from "../output/session-table.ts";

/** The options of `ls`. */
export interface LsOptions {
  readonly json?: boolean;
  readonly watch?: boolean;
}

/** Lists the sessions once, or again whenever one changes. */
export async function ls(context: Context, options: LsOptions) {
  const daemon = await daemonFor(context);
  if (options.watch === true) return watch(context, daemon, options);
  const sessions = await daemon.api.listSessions();
  if (options.json === true) return printJson(context, sessions);
  if (sessions.length === 0) return context.note(NO_SESSIONS);
  for (const line of sessionTable(context, sessions)) context.print(line);
}

const TICK_MS = 1_000;

/** Runs until it is interrupted. Ages move on by themselves, so a terminal is redrawn every second. */
async function watch(context: Context, { connection }: Daemon, { json }: LsOptions) {
  const { followEvents } = await import("@maestro/client");
  let dropped: string | null = null;
  const draw = (): void => {
    const sessions = [...stream.view.sessions.values()];
    if (json === true) return context.print(JSON.stringify(sessions));
    const lines = sessions.length === 0 ? [NO_SESSIONS] : sessionTable(context, sessions);
    if (dropped !== null) lines.push("", `Connection lost. Sessions go on. ${dropped}`);
    if (context.interactive) redraw(context, lines);
    else for (const line of [...lines, ""]) context.print(line);
  };
  const stream = followEvents(connection, {
    changed(view) {
      if (view.current) draw();
    },
    state(state) {
      const before = dropped;
      if (state.kind === "open") dropped = null;
      if (state.kind === "waiting") {
        dropped = `Next try in ${Math.ceil(state.retryInMs / 1000)} s`;
      }
      if (dropped !== before && context.interactive) draw();
    },
  });
  if (context.interactive && json !== true) {
    context.print("\x1b[2J");
    setInterval(draw, TICK_MS);
  }
  await new Promise(() => {});
}

/** Draws over the old lines without clearing first: a screen that blinks cannot be read. */
function redraw(context: Context, lines: readonly string[]): void {
  const room = (process.stdout.rows || 24) - 1;
  const shown = lines.length > room ? [...lines.slice(0, room - 1), "…"] : lines;
  context.print(`\x1b[H${shown.map((line) => `${line}\x1b[K`).join("\n")}\x1b[J`);
}
