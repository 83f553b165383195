import { type Session, sessionName } from "@maestro/protocol";

/** What to call a session: its name, else its command, else the shell that an empty one means. */
export function displayName(session: Session): string {
  return sessionName(session) ?? (commandLine(session.command) || "shell");
}

/** A command on one line, as somebody would type it. */
export function commandLine(command: Session["command"]): string {
  if (typeof command === "string") return command;
  return command
    .map((word) => (/^[\w./@%+=:,-]+$/.test(word) ? word : JSON.stringify(word)))
    .join(" ");
}
