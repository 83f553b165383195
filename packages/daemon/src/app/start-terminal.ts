import type { Command } from "@maestro/protocol";
import { commandEnv } from "../domain/environment.ts";
import type { Session } from "../domain/session.ts";
import type { Pane } from "../ports/terminal-host.ts";
import type { AppContext } from "./app-context.ts";
import { type Plan, planCommand, type PlannedCommand } from "./plan-command.ts";
import { sessionEnded } from "./session-ended.ts";
import { Terminal } from "./terminal/terminal.ts";

/** The program and arguments of a command: a line goes to the user's shell, a list stays as it is. */
function argvOf(command: Command, shell: string): readonly string[] {
  if (typeof command !== "string") return command.length === 0 ? [shell] : command;
  return command.trim() === "" ? [shell] : [shell, "-c", command];
}

/** A terminal that tells the app what happens to the session. */
export function makeTerminal(context: AppContext, session: Pick<Session, "id" | "size">): Terminal {
  const { id, size } = session;
  const { store, attention, clock, log } = context;
  return new Terminal(id, size, context.models, {
    log,
    rawTailBytes: context.rawTailBytes,
    listener: {
      output: () => {
        if (attention.isHumanEcho(id)) return;
        store.observe(id, { lastActivityAt: clock.now() }, false);
      },
      screenChanged: (screen) => attention.screenChanged(id, screen),
      signalled: (signal) => attention.signalled(id, signal),
      touched: () => attention.touched(id),
      submitted: () => attention.submitted(id),
      ended: (pane, exit) => void sessionEnded(context, { id, pane, exit }),
    },
  });
}

/** What is started: the session's own command unless the plan says otherwise. */
export interface Beginning extends Plan {
  /** Shell lines that are run before the command. */
  readonly setUp?: readonly string[];
}

/** A session's running terminal. */
export interface Started {
  readonly terminal: Terminal;
  readonly pane: Pane;
  readonly planned: PlannedCommand;
}

/** Starts a session's command in a terminal of its own; nothing is left behind where that fails. */
export async function startTerminal(
  context: AppContext,
  session: Session,
  beginning: Beginning,
): Promise<Started> {
  const { commands, host } = context;
  const planned = await planCommand(context, session, beginning);
  const terminal = makeTerminal(context, session);
  try {
    const asked = { ...session.env, ...planned.env };
    const pane = await host.start(
      {
        id: session.id,
        generation: session.generation,
        cwd: session.cwd,
        argv: argvOf(planned.command, commands.shell),
        env: commandEnv(commands.baseEnv, asked, {
          sessionId: session.id,
          url: commands.url(),
          ticket: commands.ticketOf(session.id),
        }),
        files: planned.files,
        setUp: beginning.setUp ?? [],
        ...session.size,
      },
      terminal,
    );
    terminal.connect(pane);
    return { terminal, pane, planned };
  } catch (error) {
    terminal.close("removed");
    throw error;
  }
}
