import type { Command } from "@maestro/protocol";
import { describe, expect, test } from "vitest";
import type { LaunchInput } from "./agent.ts";
import { prepareLaunch, recognise, resumeCommand } from "./agents.ts";
import { notifyIn, parseStringList, toStringList } from "./codex-notify.ts";
import { OPENCODE_PLUGIN } from "./opencode-plugin.ts";

const NEW_ID = "11111111-2222-4333-8444-555555555555";
const OLD_ID = "99999999-2222-4333-8444-555555555555";

function launch(command: Command, more: Partial<LaunchInput> = {}) {
  const recognised = recognise(command);
  if (recognised === null) throw new Error("no agent");
  return prepareLaunch(recognised, {
    hookCommand: ["/usr/bin/node", "/opt/my maestro/maestro-hook.mjs"],
    newConversationId: NEW_ID,
    prompt: null,
    runtimeDir: "/run/x",
    env: { HOME: "/home/me" },
    found: new Map(),
    ...more,
  });
}

describe("claude", () => {
  test("gets hooks and an id of its own", () => {
    const { command, env, files, conversationId } = launch(["claude", "--model", "opus"]);
    expect(command.slice(0, 2)).toEqual(["claude", "--settings"]);
    expect(command.slice(3)).toEqual(["--session-id", NEW_ID, "--model", "opus"]);
    const { hooks } = JSON.parse(command[2] ?? "") as {
      hooks: Record<string, { matcher?: string; hooks: { command: string; async?: boolean }[] }[]>;
    };
    expect(hooks["Stop"]?.[0]?.hooks[0]).toEqual({
      type: "command",
      command: "/usr/bin/node '/opt/my maestro/maestro-hook.mjs' claude",
      timeout: 5,
    });
    expect(hooks["PostToolUse"]?.[0]?.hooks[0]?.async).toBe(true);
    expect(hooks["PreToolUse"]?.[0]?.matcher).toBe("AskUserQuestion|ExitPlanMode");
    expect({ env, files, conversationId }).toEqual({ env: {}, files: [], conversationId: NEW_ID });
  });

  test.each([
    [["--resume", OLD_ID], OLD_ID],
    [["-r", OLD_ID], OLD_ID],
    [[`--resume=${OLD_ID}`], OLD_ID],
    [["--session-id", OLD_ID], OLD_ID],
    [["--resume", OLD_ID, "--fork-session"], null],
    [["--resume", "some title"], null],
    [["--resume"], null],
    [["-c"], null],
    [["-cp"], null],
    [["--continue"], null],
  ])("%j keeps the conversation that the person chose", (args, id) => {
    const { command, conversationId } = launch(["claude", ...args]);
    expect(command).not.toContain(NEW_ID);
    expect(command.slice(3)).toEqual(args);
    expect(conversationId).toBe(id);
  });

  test("a person's own settings stay, and the hooks come as a plugin", () => {
    const { command, files } = launch("claude --settings ~/mine.json");
    expect(command).toBe(
      `claude --plugin-dir /run/x/claude-plugin --session-id ${NEW_ID} --settings ~/mine.json`,
    );
    expect(files.map(({ path }) => path)).toEqual([
      "/run/x/claude-plugin/.claude-plugin/plugin.json",
      "/run/x/claude-plugin/hooks/hooks.json",
    ]);
    expect(JSON.parse(files[1]?.content ?? "")).toHaveProperty("hooks.Stop");
  });

  test.each(["mcp list", "doctor", "update", "--version", "-h"])(
    "claude %s is left alone",
    (line) => {
      expect(launch(`claude ${line}`)).toEqual({
        command: `claude ${line}`,
        env: {},
        files: [],
        conversationId: null,
      });
    },
  );

  test("behind a wrapper", () => {
    const { command } = launch(["npx", "-y", "@anthropic-ai/claude-code", "-c"]);
    expect(command.slice(0, 4)).toEqual(["npx", "-y", "@anthropic-ai/claude-code", "--settings"]);
  });

  test.each([
    ["fix the bug", "fix the bug"],
    ["--help me", " --help me"],
    ["doctor", " doctor"],
  ])("the prompt %j is the first operand, and nothing else", (prompt, word) => {
    const { command } = launch(["claude", "--allowedTools", "Bash", "Edit"], { prompt });
    expect(command[1]).toBe(word);
    expect(command.slice(-3)).toEqual(["--allowedTools", "Bash", "Edit"]);
  });

  test("a prompt that the command has is not given twice", () => {
    const { command } = launch(["claude", "fix the bug"], { prompt: "fix the bug" });
    const words = command.slice(1) as readonly string[];
    expect(words.filter((word) => word.includes("fix"))).toEqual(["fix the bug"]);
  });

  test.each<[Command, Command]>([
    ["claude", `claude --resume ${OLD_ID}`],
    [
      ["claude", "fix the bug"],
      ["claude", "--resume", OLD_ID],
    ],
    [
      ["claude", "--model", "opus", "--session-id", NEW_ID, "--verbose", "go"],
      ["claude", "--resume", OLD_ID, "--model", "opus", "--verbose"],
    ],
    [
      ["claude", "-c", "--fork-session"],
      ["claude", "--resume", OLD_ID],
    ],
    [
      ["claude", "-cp", "--output-format", "json", "say"],
      ["claude", "--resume", OLD_ID],
    ],
    [
      ["claude", "-r", NEW_ID],
      ["claude", "--resume", OLD_ID],
    ],
    [
      ["claude", "--brand-new", "value", "a prompt"],
      ["claude", "--resume", OLD_ID, "--brand-new", "value"],
    ],
    [
      ["claude", "--", "-odd prompt"],
      ["claude", "--resume", OLD_ID],
    ],
    [
      "A=b npx claude --add-dir $D ../x 'a b'",
      `A=b npx claude --resume ${OLD_ID} --add-dir $D ../x 'a b'`,
    ],
  ])("%j is resumed by %j", (command, resumed) => {
    expect(resumeCommand(command, OLD_ID)).toEqual(resumed);
  });

  test.each(["claude mcp list", "codex login", "gemini mcp list", "opencode run hi", "vim x"])(
    "%s has no conversation",
    (line) => {
      expect(resumeCommand(line, OLD_ID)).toBeNull();
    },
  );

  test.each(["--help", "-x", "", "a b", "$(x)", "a;b", "x".repeat(501)])(
    "%j is no conversation to resume",
    (id) => {
      expect(resumeCommand("claude", id)).toBeNull();
    },
  );
});

describe("codex", () => {
  const ours = '"/usr/bin/node","/opt/my maestro/maestro-hook.mjs","codex"';

  test("gets a notify program behind everything the person gave", () => {
    const { command } = launch(["codex", "-m", "o5", "--", "-odd"]);
    expect(command).toEqual(["codex", "-m", "o5", "-c", `notify=[${ours}]`, "--", "-odd"]);
  });

  test("the person's own notify program is started too: from the file", () => {
    const found = new Map([
      ["/c/config.toml", 'model = "x"\nnotify = ["terminal-notifier", \'-a\'] # mine\n[tui]\n'],
    ]);
    const { command } = launch(["codex"], { env: { CODEX_HOME: "/c" }, found });
    expect(command[2]).toBe(`notify=[${ours},"--then","terminal-notifier","-a"]`);
  });

  test("the person's own notify program is started too: from the command", () => {
    const { command } = launch(["codex", "-c", 'notify=["bell"]']);
    expect(command[4]).toBe(`notify=[${ours},"--then","bell"]`);
  });

  test.each(["login", "mcp list", "exec hi", "--help"])("codex %s is left alone", (line) => {
    expect(launch(`codex ${line}`).command).toBe(`codex ${line}`);
  });

  test("prompt and conversation", () => {
    expect(launch(["codex"], { prompt: "resume" }).command.at(-1)).toBe(" resume");
    expect(launch(["codex", "resume", OLD_ID]).conversationId).toBe(OLD_ID);
    expect(launch(["codex", "resume", "--last"]).conversationId).toBeNull();
    expect(launch(["codex", "fork", OLD_ID]).conversationId).toBeNull();
  });

  test.each<[Command, Command]>([
    [
      ["codex", "-m", "o5", "do it all"],
      ["codex", "-m", "o5", "resume", OLD_ID],
    ],
    [
      ["codex", "resume", NEW_ID, "-C", "/x"],
      ["codex", "-C", "/x", "resume", OLD_ID],
    ],
    [
      ["codex", "-i", "a.png", "b.png", "--", "see"],
      ["codex", "resume", OLD_ID],
    ],
  ])("%j is resumed by %j", (command, resumed) => {
    expect(resumeCommand(command, OLD_ID)).toEqual(resumed);
  });

  test.each([
    ['notify = ["a", "b\\"c"]', ["a", 'b"c']],
    ["notify=[\n  'a', # one\n  \"\\U0001F600\",\n]\n", ["a", "😀"]],
    ['# notify = ["no"]\n', null],
    ['[profiles.x]\nnotify = ["no"]\n', null],
    ['notify = "a"', null],
    ['notify = ["a" "b"]', null],
    ["notify = [1]", null],
    ['notify = ["a"', null],
    ['notify = ["""a"""]', null],
    ["", null],
  ])("notify in %j is %j", (toml, words) => {
    expect(notifyIn(toml)).toEqual(words);
  });

  test("a list comes back from its text", () => {
    const words = ["a", 'b"c\\', "d\n\t\u007F\u0001", "é😀"];
    expect(parseStringList(toStringList(words))).toEqual(words);
  });
});

describe("gemini", () => {
  const DEFAULTS = "GEMINI_CLI_SYSTEM_DEFAULTS_PATH";

  test("gets hooks in the lowest layer of its settings", () => {
    const { command, env, files } = launch("gemini -y", { prompt: "-go" });
    expect(command).toBe("gemini --prompt-interactive=-go -y");
    expect(env).toEqual({ [DEFAULTS]: "/run/x/gemini-system-defaults.json" });
    expect(JSON.parse(files[0]?.content ?? "")).toHaveProperty("hooks.AfterTool.0.matcher", "*");
  });

  test("what the machine's own file says stays", () => {
    const found = new Map([
      ["/etc/d.json", '{"a":1, /* x */ "hooks":{"AfterAgent":[{"hooks":[]}],"Other":[1]},}'],
    ]);
    const { files } = launch("gemini", { env: { [DEFAULTS]: "/etc/d.json" }, found });
    const { a, hooks } = JSON.parse(files[0]?.content ?? "") as {
      a: number;
      hooks: Record<string, unknown[]>;
    };
    expect(a).toBe(1);
    expect(hooks["AfterAgent"]?.[0]).toEqual({ hooks: [] });
    expect(hooks["AfterAgent"]).toHaveLength(2);
    expect(hooks["Other"]).toEqual([1]);
  });

  test("where the machine's own file is not understood it stays in force", () => {
    const found = new Map([["/etc/gemini-cli/system-defaults.json", "{{"]]);
    expect(launch("gemini", { found })).toMatchObject({ env: {}, files: [] });
  });

  test("resume", () => {
    expect(resumeCommand(["gemini", "-y", "-i", "hello", "-m", "x"], OLD_ID)).toEqual([
      "gemini",
      "-y",
      "-m",
      "x",
      "--resume",
      OLD_ID,
    ]);
    expect(launch(["gemini", "--resume", OLD_ID]).conversationId).toBe(OLD_ID);
    expect(launch(["gemini", "--resume", "latest"]).conversationId).toBeNull();
  });
});

describe("opencode", () => {
  test("gets a plugin beside the person's own", () => {
    const env = { OPENCODE_CONFIG_CONTENT: '{"model":"m","plugin":["mine"]}' };
    const given = launch(["opencode", "."], { env, runtimeDir: "/run/a b", prompt: "go" });
    expect(given.command).toEqual(["opencode", "--prompt=go", "."]);
    expect(JSON.parse(given.env["OPENCODE_CONFIG_CONTENT"] ?? "")).toEqual({
      model: "m",
      plugin: ["mine", "file:///run/a%20b/maestro-plugin.js"],
    });
    expect(given.files).toEqual([{ path: "/run/a b/maestro-plugin.js", content: OPENCODE_PLUGIN }]);
  });

  test("a configuration that is not understood is left alone", () => {
    const env = { OPENCODE_CONFIG_CONTENT: "nonsense" };
    expect(launch("opencode", { env })).toMatchObject({ env: {}, files: [] });
  });

  test("resume", () => {
    expect(resumeCommand("opencode -c --agent plan ~/x", "ses_1")).toBe(
      "opencode --session ses_1 --agent plan ~/x",
    );
    expect(launch("opencode -s ses_1").conversationId).toBe("ses_1");
    expect(launch("opencode -s ses_1 --fork").conversationId).toBeNull();
  });
});
