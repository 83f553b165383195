import type { Agent, Argv, Evidence, Launch, LaunchInput, Shown } from "./agent.ts";
import {
  type Argument,
  asOperand,
  operandsOf,
  optionValue,
  type OptionTable,
  otherOptions,
  parseArguments,
} from "./arguments.ts";
import { notifyIn, parseStringList, toStringList } from "./codex-notify.ts";
import { codexReport } from "./codex-report.ts";
import { INSTRUCTION, MAESTRO_VARIABLES, promptForNaming } from "./naming.ts";
import { isConversationId } from "./payload.ts";
import { hasBrailleSpinner, interrupted, lastLines, lineLike, shows } from "./screen-evidence.ts";

const OPTIONS: OptionTable = {
  valued:
    "--config -c --model -m --profile -p --sandbox -s --ask-for-approval -a --cd -C --local-provider --add-dir --enable --disable --remote --output-last-message -o --color --output-schema".split(
      " ",
    ),
  variadic: ["--image", "-i"],
  flags:
    "--oss --full-auto --dangerously-bypass-approvals-and-sandbox --yolo --search --no-alt-screen --last --all --help -h --version -V --json --ephemeral --skip-git-repo-check --ignore-user-config --ignore-rules".split(
      " ",
    ),
};

const CONFIG = "config.toml";
/** Where it reads hooks, once the person trusted them. */
const HOOK_FILES = ["hooks.json", CONFIG];

/** Subcommands that are a conversation in the terminal. */
const CONVERSATIONS = ["resume", "fork"];
const OTHER_SUBCOMMANDS =
  "app app-server apply a archive cloud cloud-tasks completion debug delete doctor e exec exec-server execpolicy features help login logout mcp mcp-server plugin proto review sandbox unarchive update".split(
    " ",
  );

/** Belongs to one start of the conversation, or to `codex exec` alone. */
const NOT_REPEATED =
  "--last --all --image -i --json --output-last-message -o --output-schema --color --ephemeral --skip-git-repo-check".split(
    " ",
  );

/** OpenAI's Codex CLI. */
export const codex: Agent = {
  id: "codex",
  label: "Codex",
  command: ["codex"],
  programs: ["codex"],
  packages: ["@openai/codex"],
  hookFiles: {
    paths: (env) => HOOK_FILES.map((name) => inHome(env, name)).filter((path) => path !== null),
    holdsOurs: (text) => /\bmaestro-hook\.mjs['"\\]* codex\b/.test(text),
  },
  reads: (env) => [inHome(env, CONFIG)].filter((path) => path !== null),
  launch,
  report: codexReport,
  evidence,

  resume([program = "codex", ...rest], agentSessionId) {
    const parsed = parseArguments(rest, OPTIONS);
    const [verb = ""] = operandsOf(parsed);
    if (verb !== "exec" && verb !== "e" && OTHER_SUBCOMMANDS.includes(verb)) return null;
    // Operands are the first prompt, or an earlier subcommand with its conversation.
    return [program, ...otherOptions(parsed, NOT_REPEATED), "resume", agentSessionId];
  },

  naming: (prompt, directory) => ({
    // Codex has no way to be without tools: an empty directory, read-only, is the least it gets.
    argv: [
      ..."codex exec --ephemeral --ignore-user-config --ignore-rules --skip-git-repo-check".split(
        " ",
      ),
      ..."-s read-only -c features.hooks=false -C".split(" "),
      directory,
      "-o",
      `${directory}/answer`,
      "-",
    ],
    env: {},
    unset: MAESTRO_VARIABLES,
    input: `${INSTRUCTION}\n\n<message>\n${promptForNaming(prompt)}\n</message>\n`,
    answer: { kind: "file", path: `${directory}/answer` },
    files: [],
  }),
};

function inHome(env: Readonly<Record<string, string>>, name: string): string | null {
  const home = env["CODEX_HOME"] || (env["HOME"] ? `${env["HOME"]}/.codex` : "");
  return home === "" ? null : `${home}/${name}`;
}

/**
 * Adds `notify`, which needs no trust, unlike hooks. It replaces the person's own for this run: so
 * the hook program is told to start that as well.
 */
function launch({ argv, hookCommand, prompt, env, found }: LaunchInput): Launch {
  const [program = "codex", ...rest] = argv;
  const parsed = parseArguments(rest, OPTIONS);
  const operands = operandsOf(parsed);
  const [verb = ""] = operands;
  if (OTHER_SUBCOMMANDS.includes(verb) || optionValue(parsed, ["-h", "--help", "-V"]) !== null) {
    return { argv, env: {}, files: [], conversationId: null };
  }
  const path = inHome(env, CONFIG);
  const own = notifyAsked(parsed) ?? notifyIn(found.get(path ?? "") ?? "") ?? [];
  const notify = [...hookCommand, "codex", ...(own.length === 0 ? [] : ["--then", ...own])];
  // Codex takes the last of several values: this one has to come behind the person's.
  const dashes = rest.indexOf("--");
  const end = dashes === -1 ? rest.length : dashes;
  const first = prompt === null || operands.includes(prompt) ? [] : [asOperand(prompt)];
  return {
    argv: [
      program,
      ...rest.slice(0, end),
      "-c",
      `notify=${toStringList(notify)}`,
      ...rest.slice(end),
      ...first,
    ],
    env: {},
    files: [],
    conversationId: resumed(operands),
  };
}

/** The `notify` that the command itself sets, or null. */
function notifyAsked(parsed: readonly Argument[]): Argv | null {
  const value = parsed
    .filter(({ option }) => option === "-c" || option === "--config")
    .map(({ values }) => /^\s*notify\s*=(.*)$/s.exec(values[0] ?? "")?.[1])
    .findLast((one) => one !== undefined);
  return value === undefined ? null : parseStringList(value);
}

/** `codex resume` goes on with the same conversation and may fire no hook that says so. */
function resumed([verb, id]: Argv): string | null {
  if (verb === undefined || verb !== CONVERSATIONS[0] || id === undefined) return null;
  return /^[0-9a-f-]{36}$/i.test(id) && isConversationId(id) ? id : null;
}

function evidence({ title, screenLines }: Shown): Evidence | null {
  if (/^\s*\[ [!.] \] Action Required/.test(title)) {
    return shows("awaiting_input", "title", "the title says: Action Required");
  }
  const lines = lastLines(screenLines, 20);
  const asked = lineLike(lines, /^(?:Would you like|Do you want|Allow )\b.*\?/);
  const choice = lineLike(lines, /^[›❯>]\s*\d+\.\s*(?:Yes|No|Approve|Allow)\b/);
  if (asked !== null && choice !== null) {
    return shows("awaiting_input", "screen", `a question: ${asked}`);
  }
  const submit = lineLike(lines.slice(-4), /\benter to (?:submit|confirm)\b/i);
  if (submit !== null) return shows("awaiting_input", "screen", `it says: ${submit}`);
  if (hasBrailleSpinner(title)) return shows("active", "title", "the title's spinner turns");
  const near = lines.slice(-8);
  const busy = lineLike(near, /\besc\b.*\binterrupt\b/i);
  if (busy !== null) return shows("active", "screen", `it says: ${busy}`);
  return interrupted(near, /^■ Conversation interrupted\b/, /^•/u);
}
