import type { Agent, Launch, LaunchInput } from "./agent.ts";
import { asOperand, operandsOf, optionValue, otherOptions, parseArguments } from "./arguments.ts";
import { CLAUDE_OPTIONS, CLAUDE_SUBCOMMANDS } from "./claude-arguments.ts";
import { claudeEvidence } from "./claude-evidence.ts";
import { claudeHooks, claudePlugin } from "./claude-hooks.ts";
import { claudeReport } from "./claude-report.ts";
import { INSTRUCTION, MAESTRO_VARIABLES, promptForNaming } from "./naming.ts";
import { isConversationId } from "./payload.ts";

const RESUME = ["--resume", "-r"];
const CONTINUE = ["--continue", "-c", "--from-pr", "--teleport"];
const ONLY_TELLS = ["--help", "-h", "--version", "-v"];
/** Belongs to one start of the conversation, or to a run without a screen, which has one prompt. */
const NOT_REPEATED = [
  ...RESUME,
  ...CONTINUE,
  ..."--session-id --fork-session -p --print --output-format --input-format".split(" "),
  ..."--include-partial-messages --replay-user-messages".split(" "),
];

/** Claude Code. */
export const claude: Agent = {
  id: "claude",
  label: "Claude Code",
  command: ["claude"],
  programs: ["claude"],
  packages: ["@anthropic-ai/claude-code"],
  hookFiles: null,
  reads: () => [],
  launch,
  report: claudeReport,
  evidence: claudeEvidence,

  resume([program = "claude", ...rest], agentSessionId) {
    const parsed = parseArguments(rest, CLAUDE_OPTIONS);
    if (CLAUDE_SUBCOMMANDS.has(operandsOf(parsed)[0] ?? "")) return null;
    // Operands are the first prompt, which the conversation holds already.
    return [program, "--resume", agentSessionId, ...otherOptions(parsed, NOT_REPEATED)];
  },

  naming: (prompt) => ({
    // Safe mode knows neither hooks nor tools of the person's, and keeps their login.
    argv: [
      ..."claude -p --safe-mode --model haiku --no-session-persistence".split(" "),
      "--tools",
      "",
      "--system-prompt",
      INSTRUCTION,
    ],
    env: { CLAUDE_CODE_DISABLE_TERMINAL_TITLE: "1" },
    unset: MAESTRO_VARIABLES,
    input: promptForNaming(prompt),
    answer: { kind: "stdout" },
    files: [],
  }),
};

function launch({ argv, hookCommand, newConversationId, prompt, runtimeDir }: LaunchInput): Launch {
  const [program = "claude", ...rest] = argv;
  const parsed = parseArguments(rest, CLAUDE_OPTIONS);
  const operands = operandsOf(parsed);
  const has = (names: readonly string[]) => optionValue(parsed, names) !== null;
  if (CLAUDE_SUBCOMMANDS.has(operands[0] ?? "") || has(ONLY_TELLS)) {
    return { argv, env: {}, files: [], conversationId: null };
  }
  // A second `--settings` would replace the person's own.
  const pluginDir = has(["--settings"]) ? `${runtimeDir}/claude-plugin` : null;
  const hooks =
    pluginDir === null
      ? ["--settings", JSON.stringify(claudeHooks(hookCommand))]
      : ["--plugin-dir", pluginDir];
  const mayChoose = !has([...RESUME, ...CONTINUE, "--session-id"]);
  const chosen = mayChoose ? ["--session-id", newConversationId] : [];
  const given = optionValue(parsed, ["--session-id"]) ?? resumed();
  // The prompt comes first: behind an option that takes any number of words it would be one of them.
  const first = prompt === null || operands.includes(prompt) ? [] : [asOperand(prompt)];
  return {
    argv: [program, ...first, ...hooks, ...chosen, ...rest],
    env: {},
    files: pluginDir === null ? [] : claudePlugin(hookCommand, pluginDir),
    conversationId: mayChoose ? newConversationId : given,
  };

  function resumed(): string | null {
    const id = optionValue(parsed, RESUME);
    // A fork gets an id of its own, and a name that is searched for is no id.
    return id === null || has(["--fork-session"]) || !UUID.test(id) || !isConversationId(id)
      ? null
      : id;
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
