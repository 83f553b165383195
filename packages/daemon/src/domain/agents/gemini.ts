import type { Agent, Argv, Evidence, HookMeaning, Launch, LaunchInput, Shown } from "./agent.ts";
import {
  operandsOf,
  optionValue,
  type OptionTable,
  otherOptions,
  parseArguments,
} from "./arguments.ts";
import {
  ends,
  type EventMeanings,
  meaningIn,
  starts,
  takesPrompt,
  turns,
} from "./event-meanings.ts";
import { hookLine } from "./hook-line.ts";
import { parseJsonWithComments } from "./json-with-comments.ts";
import { INSTRUCTION, MAESTRO_VARIABLES, promptForNaming } from "./naming.ts";
import { conversationIn, NOTHING, objectIn, objectOf, stateOf, textIn } from "./payload.ts";
import { lastLines, lineLike, rests, shows } from "./screen-evidence.ts";

const OPTIONS: OptionTable = {
  valued:
    "--model -m --prompt -p --prompt-interactive -i --approval-mode --session-id --session-file --delete-session --output-format -o --policy --worktree -w".split(
      " ",
    ),
  optional: ["--resume", "-r"],
  variadic: [
    ..."--allowed-mcp-server-names --allowed-tools --extensions -e".split(" "),
    ..."--include-directories --admin-policy".split(" "),
  ],
  flags:
    "--debug -d --sandbox -s --yolo -y --list-extensions -l --list-sessions --screen-reader --raw-output --accept-raw-output-risk --acp --experimental-acp --skip-trust --help -h --version -v".split(
      " ",
    ),
};

const SUBCOMMANDS = ["mcp", "extensions", "extension", "skills", "skill", "hooks", "hook", "gemma"];
const PROMPTS = ["--prompt", "-p", "--prompt-interactive", "-i"];
const RESUME = ["--resume", "-r"];
/** Belongs to one start of the conversation, or to a run without a screen. */
const NOT_REPEATED = [
  ...RESUME,
  ...PROMPTS,
  ..."--session-id --session-file --output-format -o".split(" "),
];
const DEFAULTS = "GEMINI_CLI_SYSTEM_DEFAULTS_PATH";
/** Where the defaults are looked for where the variable names no file: on Linux and on macOS. */
const DEFAULTS_PATHS = [
  "/etc/gemini-cli/system-defaults.json",
  "/Library/Application Support/GeminiCli/system-defaults.json",
];
const EVENTS = [
  "SessionStart",
  "BeforeAgent",
  "AfterTool",
  "Notification",
  "AfterAgent",
  "SessionEnd",
] as const;
/** In milliseconds here, other than in other agents. */
const TIMEOUT_MS = 5000;

/** Google's Gemini CLI. */
export const gemini: Agent = {
  id: "gemini",
  label: "Gemini CLI",
  command: ["gemini"],
  programs: ["gemini"],
  packages: ["@google/gemini-cli"],
  hookFiles: null,
  reads: (env) => (env[DEFAULTS] ? [env[DEFAULTS]] : DEFAULTS_PATHS),
  launch,
  report,
  evidence,

  resume([program = "gemini", ...rest], agentSessionId) {
    const parsed = parseArguments(rest, OPTIONS);
    if (SUBCOMMANDS.includes(operandsOf(parsed)[0] ?? "")) return null;
    return [program, ...otherOptions(parsed, NOT_REPEATED), "--resume", agentSessionId];
  },

  naming(prompt, directory) {
    const settings = `${directory}/settings.json`;
    return {
      argv: ["gemini", "-m", "flash-lite", "-p", INSTRUCTION],
      env: { GEMINI_CLI_SYSTEM_SETTINGS_PATH: settings },
      unset: [...MAESTRO_VARIABLES, DEFAULTS],
      input: promptForNaming(prompt),
      answer: { kind: "stdout" },
      files: [{ path: settings, content: '{"hooksConfig":{"enabled":false}}\n' }],
    };
  },
};

/** Puts the hooks into the lowest layer of settings, beside what the machine's own file says there. */
function launch(input: LaunchInput): Launch {
  const { argv, hookCommand, prompt, runtimeDir, env, found } = input;
  const [program = "gemini", ...rest] = argv;
  const parsed = parseArguments(rest, OPTIONS);
  const operands = operandsOf(parsed);
  const has = (names: Argv) => optionValue(parsed, names) !== null;
  if (SUBCOMMANDS.includes(operands[0] ?? "")) {
    return { argv, env: {}, files: [], conversationId: null };
  }
  const asks = prompt !== null && !has(PROMPTS) && !operands.includes(prompt);
  // With `=`, so that no prompt is taken for an option.
  const first = asks ? [`--prompt-interactive=${prompt}`] : [];
  const settings = withHooks(
    gemini.reads(env).map((path) => found.get(path)),
    hookLine(hookCommand, "gemini"),
  );
  const path = `${runtimeDir}/gemini-system-defaults.json`;
  return {
    argv: [program, ...first, ...rest],
    env: settings === null ? {} : { [DEFAULTS]: path },
    files: settings === null ? [] : [{ path, content: `${JSON.stringify(settings)}\n` }],
    conversationId: optionValue(parsed, ["--session-id"]) ?? resumed(optionValue(parsed, RESUME)),
  };
}

/** `--resume` takes a number or `latest` as well, which are no ids. */
function resumed(word: string | null): string | null {
  return word !== null && /^[0-9a-f-]{36}$/i.test(word) ? word : null;
}

/** Null where the machine's own defaults are not understood: then they are left alone. */
function withHooks(found: readonly (string | undefined)[], command: string): object | null {
  const text = found.find((one) => one !== undefined);
  const existing = text === undefined ? {} : objectOf(parseJsonWithComments(text));
  if (existing === null) return null;
  const hooks = objectIn(existing, "hooks") ?? {};
  const ours = { hooks: [{ name: "maestro", type: "command", command, timeout: TIMEOUT_MS }] };
  const merged = EVENTS.map((event) => {
    const theirs = hooks[event];
    const group = event === "AfterTool" ? { matcher: "*", ...ours } : ours;
    return [event, [...(Array.isArray(theirs) ? (theirs as unknown[]) : []), group]] as const;
  });
  return { ...existing, hooks: { ...hooks, ...Object.fromEntries(merged) } };
}

const MEANINGS: EventMeanings = {
  SessionStart: starts(["resume", "clear"]),
  BeforeAgent: takesPrompt,
  BeforeTool: turns("active"),
  AfterTool: turns("active"),
  AfterAgent: turns("awaiting_input", "prompt_response"),
  Notification: (event, reporter) =>
    textIn(event, "notification_type") === "ToolPermission"
      ? stateOf("awaiting_input", reporter, textIn(event, "message"))
      : NOTHING,
  SessionEnd: ends(["clear"]),
};

function report(payload: unknown): HookMeaning {
  const event = objectOf(payload);
  if (event === null) return NOTHING;
  return meaningIn(MEANINGS, event, { agentSessionId: conversationIn(event, "session_id") });
}

function evidence({ title, screenLines }: Shown): Evidence | null {
  if (/^\s*✋/u.test(title)) {
    return shows("awaiting_input", "title", "the title says: Action Required");
  }
  const lines = lastLines(screenLines, 20);
  const asked = lineLike(lines, /^(?:Apply this change|Allow execution|Do you want to proceed)\b/);
  const choice = lineLike(lines, /^[●○]?\s*(?:\d+\.\s*)?(?:Yes, a|A)llow once\b/u);
  if (asked !== null && choice !== null) {
    return shows("awaiting_input", "screen", `a question: ${asked}`);
  }
  if (/^\s*[✦⏲]/u.test(title)) return shows("active", "title", "the title says that it works");
  const busy = lineLike(lines.slice(-8), /\besc to cancel\b/i);
  if (busy !== null) return shows("active", "screen", `it says: ${busy}`);
  return /^\s*◇/u.test(title) ? rests("title", "the title says: Ready") : null;
}
