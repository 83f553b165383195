import type { Agent, Evidence, Launch, LaunchInput, Shown } from "./agent.ts";
import {
  operandsOf,
  optionValue,
  type OptionTable,
  otherOptions,
  parseArguments,
} from "./arguments.ts";
import { parseJsonWithComments } from "./json-with-comments.ts";
import { INSTRUCTION, MAESTRO_VARIABLES, promptForNaming } from "./naming.ts";
import { OPENCODE_PLUGIN } from "./opencode-plugin.ts";
import { opencodeReport } from "./opencode-report.ts";
import { isConversationId, objectOf } from "./payload.ts";
import { lastLines, lineLike, shows } from "./screen-evidence.ts";

const OPTIONS: OptionTable = {
  valued:
    "--model -m --session -s --prompt --agent --port --hostname --log-level --mdns-domain --cors".split(
      " ",
    ),
  flags: "--continue -c --fork --print-logs --mdns --pure --help -h --version -v".split(" "),
};

const SUBCOMMANDS =
  "acp agent attach auth completion console db debug export github import mcp models plugin plug pr providers run serve session stats uninstall upgrade web".split(
    " ",
  );
const SESSION = ["--session", "-s"];
const CONFIG = "OPENCODE_CONFIG_CONTENT";

/** opencode. */
export const opencode: Agent = {
  id: "opencode",
  label: "opencode",
  command: ["opencode"],
  programs: ["opencode"],
  packages: ["opencode-ai"],
  hookFiles: null,
  reads: () => [],
  launch,
  report: opencodeReport,
  evidence,

  resume([program = "opencode", ...rest], agentSessionId) {
    const parsed = parseArguments(rest, OPTIONS);
    const operands = operandsOf(parsed);
    if (SUBCOMMANDS.includes(operands[0] ?? "")) return null;
    const options = otherOptions(parsed, [...SESSION, "--continue", "-c", "--fork", "--prompt"]);
    // The operand is the project's directory.
    return [program, "--session", agentSessionId, ...options, ...operands];
  },

  naming: (prompt) => ({
    argv: ["opencode", "run", "--pure", INSTRUCTION],
    env: {},
    unset: [...MAESTRO_VARIABLES, CONFIG],
    input: promptForNaming(prompt),
    answer: { kind: "stdout" },
    files: [],
  }),
};

/** Adds a plugin to the configuration in the environment; lists of plugins add up. */
function launch({ argv, prompt, runtimeDir, env }: LaunchInput): Launch {
  const [program = "opencode", ...rest] = argv;
  const parsed = parseArguments(rest, OPTIONS);
  if (SUBCOMMANDS.includes(operandsOf(parsed)[0] ?? "")) {
    return { argv, env: {}, files: [], conversationId: null };
  }
  const asks = prompt !== null && optionValue(parsed, ["--prompt"]) === null;
  const path = `${runtimeDir}/maestro-plugin.js`;
  const config = withPlugin(env[CONFIG], `file://${encodeURI(path)}`);
  const session = optionValue(parsed, SESSION);
  const forks = optionValue(parsed, ["--fork"]) !== null;
  return {
    argv: [program, ...(asks ? [`--prompt=${prompt}`] : []), ...rest],
    env: config === null ? {} : { [CONFIG]: config },
    files: config === null ? [] : [{ path, content: OPENCODE_PLUGIN }],
    conversationId: session !== null && !forks && isConversationId(session) ? session : null,
  };
}

/** Null where the person's own configuration is not understood: then it is left alone. */
function withPlugin(existing: string | undefined, url: string): string | null {
  const config = existing ? objectOf(parseJsonWithComments(existing)) : {};
  if (config === null) return null;
  const { plugin = [] } = config;
  if (!Array.isArray(plugin)) return null;
  return JSON.stringify({ ...config, plugin: [...(plugin as unknown[]), url] });
}

/** Its title says nothing of its state. */
function evidence({ screenLines }: Shown): Evidence | null {
  const lines = lastLines(screenLines, 20);
  const asked = lineLike(lines, /△\s*(?:Permission required|Question)\b/u);
  if (asked !== null) return shows("awaiting_input", "screen", `a question: ${asked}`);
  const busy = lineLike(lines.slice(-6), /\besc (?:to )?interrupt\b/i);
  return busy === null ? null : shows("active", "screen", `it says: ${busy}`);
}
