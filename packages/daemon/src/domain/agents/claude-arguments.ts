import type { OptionTable } from "./arguments.ts";

const words = (text: string): readonly string[] => text.split(/\s+/);

/** Claude Code's options. What a newer version adds is treated with care, see `parseArguments`. */
export const CLAUDE_OPTIONS: OptionTable = {
  valued: words(
    `--agent --agents --append-system-prompt --append-system-prompt-file --debug-file --effort
    --fallback-model --input-format --json-schema --max-budget-usd --max-turns --model --name -n
    --output-format --permission-mode --permission-prompt-tool --plugin-dir --session-id
    --setting-sources --settings --system-prompt --system-prompt-file`,
  ),
  optional: words("--debug -d --from-pr --resume -r --teleport --tmux --worktree -w"),
  variadic: words(
    `--add-dir --allowed-tools --allowedTools --betas --disallowed-tools --disallowedTools --file
    --mcp-config --tools`,
  ),
  flags: words(
    `--allow-dangerously-skip-permissions --bare --chrome --continue -c
    --dangerously-skip-permissions --disable-slash-commands --fork-session --help -h --ide
    --include-partial-messages --init --maintenance --mcp-debug --no-chrome
    --no-session-persistence --print -p --replay-user-messages --safe-mode --strict-mcp-config
    --verbose --version -v`,
  ),
};

/** Words that start something else than a conversation. */
export const CLAUDE_SUBCOMMANDS: ReadonlySet<string> = new Set(
  words(
    `agents auth auto-mode config doctor install mcp migrate-installer plugin plugins project
    remote-control setup-token update upgrade`,
  ),
);
