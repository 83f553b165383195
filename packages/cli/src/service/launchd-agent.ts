import type { ServiceFacts } from "./service-facts.ts";

/** The name that launchd knows the daemon by. */
export const AGENT_LABEL = "maestro.daemon";

/** The line of a file that is ours to change and to remove. */
export const AGENT_MARK = "<!-- Written by: maestro service install -->";

/** The launchd agent that runs the daemon in the foreground. */
export function launchdAgent({ node, daemonEntry, env }: ServiceFacts): string {
  const words = [node, daemonEntry].map((word) => `    <string>${escaped(word)}</string>`);
  const settings = Object.entries(env).map(
    ([name, value]) => `    <key>${escaped(name)}</key>\n    <string>${escaped(value)}</string>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
${AGENT_MARK}
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${AGENT_LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${words.join("\n")}
  </array>
  <key>EnvironmentVariables</key>
  <dict>
${settings.join("\n")}
  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <!-- The sessions' tmux servers outlive the daemon. -->
  <key>AbandonProcessGroup</key>
  <true/>
  <!-- Without it launchd slows the daemon, and with it every session, as background work. -->
  <key>ProcessType</key>
  <string>Interactive</string>
</dict>
</plist>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
