import type { ServiceFacts } from "./service-facts.ts";

/** The first line of a file that is ours to change and to remove. */
export const UNIT_MARK = "# Written by: maestro service install";

/** The user unit that runs the daemon in the foreground. */
export function systemdUnit({ node, daemonEntry, env }: ServiceFacts): string {
  const settings = Object.entries(env).map(
    ([name, value]) => `Environment=${quoted(`${name}=${value}`)}`,
  );
  return `${UNIT_MARK}
[Unit]
Description=maestro, coding agents in terminal sessions

[Service]
Type=exec
ExecStart=${[node, daemonEntry].map((word) => quoted(word).replaceAll("$", "$$$$")).join(" ")}
${settings.join("\n")}
Restart=on-failure
RestartSec=2
# The sessions' tmux servers are processes of this unit: only the daemon itself may be ended with it,
# and one that runs out of memory must not take the others along.
KillMode=process
OOMPolicy=continue
TasksMax=infinity

[Install]
WantedBy=default.target
`;
}

/** A word in double quotes: systemd undoes C escapes in it, and takes % for a specifier. */
function quoted(word: string): string {
  const escaped = word
    .replaceAll("\\", "\\\\")
    .replaceAll('"', '\\"')
    .replaceAll("%", "%%")
    .replace(/\p{Cc}/gu, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
  return `"${escaped}"`;
}
