import { describe, expect, test } from "vitest";
import { bindConversation } from "./agents.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { CLAUDE_CONVERSATION, claudePayload } from "./fixtures/claude-payloads.ts";
import {
  CODEX_CONVERSATION,
  CODEX_TURN_COMPLETE,
  codexPayload,
} from "./fixtures/codex-payloads.ts";
import { GEMINI_CONVERSATION, geminiPayload } from "./fixtures/gemini-payloads.ts";
import { OPENCODE_CONVERSATION, opencodeEvent } from "./fixtures/opencode-events.ts";
import { gemini } from "./gemini.ts";
import { generic } from "./generic.ts";
import { opencode } from "./opencode.ts";

type Row = readonly [event: string, more: object, expected: string];

/** `active`, `awaiting_input: words`, `idle (anew)`, `prompt: words` or `nothing`. */
function told(said: ReturnType<typeof claude.report>): string {
  if (said.kind === "nothing") return "nothing";
  const words = said.kind === "prompt" ? said.text : said.detail;
  const head = said.kind === "prompt" ? `prompt(${said.state})` : said.state;
  return `${head}${words === null ? "" : `: ${words}`}${said.bind === "anew" ? " (anew)" : ""}`;
}

describe("claude", () => {
  test.each<Row>([
    ["SessionStart", { source: "startup" }, "idle"],
    ["SessionStart", { source: "resume" }, "idle (anew)"],
    ["SessionStart", { source: "clear" }, "idle (anew)"],
    ["SessionStart", { source: "fork" }, "idle (anew)"],
    ["SessionStart", { source: "compact" }, "nothing"],
    ["UserPromptSubmit", { prompt: "fix it" }, "prompt(active): fix it"],
    ["UserPromptSubmit", { prompt: " " }, "active"],
    ["PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } }, "active"],
    [
      "PreToolUse",
      { tool_name: "AskUserQuestion", tool_input: { questions: [{ question: "Which one?" }] } },
      "awaiting_input: Which one?",
    ],
    [
      "PreToolUse",
      { tool_name: "ExitPlanMode", tool_input: {} },
      "awaiting_input: The plan is ready",
    ],
    [
      "PermissionRequest",
      { tool_name: "Bash", tool_input: { command: "rm -rf x" } },
      "awaiting_input: Bash: rm -rf x",
    ],
    ["PermissionRequest", {}, "awaiting_input"],
    ["PostToolUse", { tool_name: "Bash", tool_response: {}, duration_ms: 3 }, "active"],
    ["PostToolUseFailure", { tool_name: "Bash", error: "x", is_interrupt: false }, "active"],
    ["PostToolUseFailure", { tool_name: "Bash", error: "x", is_interrupt: true }, "idle"],
    [
      "Notification",
      { notification_type: "permission_prompt", message: "May I?" },
      "awaiting_input",
    ],
    ["Notification", { notification_type: "elicitation_dialog" }, "awaiting_input"],
    ["Notification", { notification_type: "elicitation_url_dialog" }, "awaiting_input"],
    ["Notification", { notification_type: "idle_prompt", message: "waiting" }, "awaiting_input"],
    ["Notification", { notification_type: "auth_success", message: "ok" }, "nothing"],
    [
      "Notification",
      { message: "Claude needs your permission to use Bash" },
      "awaiting_input: Claude needs your permission to use Bash",
    ],
    ["Notification", { message: "Claude is waiting for your input" }, "awaiting_input"],
    ["Elicitation", { mcp_server_name: "db", message: "Password?" }, "awaiting_input: Password?"],
    ["ElicitationResult", {}, "active"],
    ["Stop", { last_assistant_message: "Done.\n\nAll green." }, "awaiting_input: Done. All green."],
    [
      "Stop",
      { last_assistant_message: "Started", background_tasks: [{}, {}] },
      "awaiting_input: 2 in the background: Started",
    ],
    ["StopFailure", { error: "rate_limit", error_details: "429" }, "error: rate_limit: 429"],
    ["StopFailure", { error: "user_interrupted" }, "idle"],
    ["SubagentStart", { agent_id: "a", agent_type: "Explore" }, "nothing"],
    ["SubagentStop", { agent_id: "a", agent_type: "Explore" }, "nothing"],
    ["Stop", { agent_id: "a" }, "nothing"],
    ["PostToolUse", { agent_id: "a", tool_name: "Bash" }, "nothing"],
    [
      "PermissionRequest",
      { agent_id: "a", tool_name: "Bash", tool_input: { command: "ls" } },
      "awaiting_input: Bash: ls",
    ],
    ["PreCompact", { trigger: "auto" }, "active"],
    ["PostCompact", { trigger: "auto" }, "nothing"],
    ["SessionEnd", { reason: "prompt_input_exit" }, "idle"],
    ["SessionEnd", { reason: "clear" }, "nothing"],
    ["SessionEnd", { reason: "resume" }, "nothing"],
    ["SomethingNew", {}, "nothing"],
  ])("%s %j → %s", (event, more, expected) => {
    const said = claude.report(claudePayload(event, more));
    expect(told(said)).toBe(expected);
    expect(said.kind === "nothing" || said.agentSessionId === CLAUDE_CONVERSATION).toBe(true);
  });
});

describe("codex", () => {
  test.each<Row>([
    ["SessionStart", { source: "startup" }, "idle"],
    ["SessionStart", { source: "resume" }, "idle (anew)"],
    ["UserPromptSubmit", { prompt: "fix it" }, "prompt(active): fix it"],
    ["PostToolUse", { tool_name: "shell" }, "active"],
    [
      "PermissionRequest",
      { tool_name: "shell", tool_input: { command: ["git", "push"] } },
      "awaiting_input: shell: git push",
    ],
    ["Stop", { last_assistant_message: "Done." }, "awaiting_input: Done."],
    ["Interrupt", {}, "idle"],
    ["SubagentStop", {}, "nothing"],
    ["Stop", { agent_id: "a" }, "nothing"],
    ["SessionEnd", { reason: "other" }, "idle"],
  ])("%s %j → %s", (event, more, expected) => {
    const said = codex.report(codexPayload(event, more));
    expect(told(said)).toBe(expected);
    expect(said.kind === "nothing" || said.agentSessionId === CODEX_CONVERSATION).toBe(true);
  });

  test("the end of a turn brings what it began with", () => {
    expect(codex.report(CODEX_TURN_COMPLETE)).toEqual({
      kind: "prompt",
      text: "Rename the column and update the callers",
      state: "awaiting_input",
      detail: "Renamed it everywhere.",
      agentSessionId: CODEX_CONVERSATION,
      bind: "first",
    });
    expect(told(codex.report({ type: "agent-turn-complete" }))).toBe("awaiting_input");
    expect(told(codex.report({ type: "something-else" }))).toBe("nothing");
  });
});

describe("gemini", () => {
  test.each<Row>([
    ["SessionStart", { source: "startup" }, "idle"],
    ["SessionStart", { source: "resume" }, "idle (anew)"],
    ["BeforeAgent", { prompt: "fix it" }, "prompt(active): fix it"],
    ["AfterTool", { tool_name: "run_shell_command" }, "active"],
    ["AfterAgent", { prompt: "fix it", prompt_response: "Done." }, "awaiting_input: Done."],
    [
      "Notification",
      { notification_type: "ToolPermission", message: "Run ls?" },
      "awaiting_input: Run ls?",
    ],
    ["Notification", { notification_type: "Other" }, "nothing"],
    ["SessionEnd", { reason: "exit" }, "idle"],
    ["SessionEnd", { reason: "clear" }, "nothing"],
    ["BeforeModel", {}, "nothing"],
  ])("%s %j → %s", (event, more, expected) => {
    const said = gemini.report(geminiPayload(event, more));
    expect(told(said)).toBe(expected);
    expect(said.kind === "nothing" || said.agentSessionId === GEMINI_CONVERSATION).toBe(true);
  });
});

describe("opencode", () => {
  test.each<Row>([
    ["chat.message", { text: "fix it" }, "prompt(active): fix it"],
    ["session.status", { status: { type: "busy" } }, "active"],
    ["session.status", { status: { type: "retry", message: "429" } }, "active: 429"],
    ["session.status", { status: { type: "idle" } }, "awaiting_input"],
    ["session.idle", {}, "awaiting_input"],
    [
      "permission.asked",
      { permission: "bash", patterns: ["git push"] },
      "awaiting_input: bash: git push",
    ],
    ["permission.updated", { title: "Run git push" }, "awaiting_input: Run git push"],
    ["permission.v2.asked", {}, "awaiting_input"],
    ["permission.replied", { response: "once" }, "active"],
    ["question.asked", { questions: [{ question: "Which?" }] }, "awaiting_input: Which?"],
    ["question.replied", {}, "active"],
    ["question.rejected", {}, "active"],
    ["session.error", { error: { name: "ApiError", data: { message: "down" } } }, "error: down"],
    ["session.error", { error: { name: "MessageAbortedError" } }, "idle"],
    ["message.part.updated", {}, "nothing"],
  ])("%s %j → %s", (event, more, expected) => {
    const said = opencode.report(opencodeEvent(event, more));
    expect(told(said)).toBe(expected);
    expect(said.kind === "nothing" || said.agentSessionId === OPENCODE_CONVERSATION).toBe(true);
  });

  test("a conversation is the root one; sub-agents are told of only where they ask", () => {
    const info = { id: "ses_child", parentID: "ses_root" };
    expect(told(opencode.report({ type: "session.created", properties: { info } }))).toBe(
      "nothing",
    );
    const root = { id: "ses_root" };
    expect(opencode.report({ type: "session.created", properties: { info: root } })).toMatchObject({
      state: "idle",
      agentSessionId: "ses_root",
      bind: "anew",
    });
    const child = { properties: { sessionID: "ses_child" }, root: "ses_root", child: true };
    expect(told(opencode.report({ ...child, type: "session.idle" }))).toBe("nothing");
    expect(opencode.report({ ...child, type: "permission.asked" })).toMatchObject({
      state: "awaiting_input",
      agentSessionId: "ses_root",
    });
  });
});

test("generic speaks as a report does", () => {
  const said = generic.report({ state: "error", detail: "no disk", agent_session_id: "x1" });
  expect(said).toMatchObject({ state: "error", detail: "no disk", agentSessionId: "x1" });
  expect(generic.report({ state: "asleep" })).toEqual({ kind: "nothing" });
});

test.each([
  [null, "a", "first", { kind: "bind", id: "a" }],
  ["a", "a", "first", { kind: "same" }],
  ["a", null, "anew", { kind: "same" }],
  ["a", "b", "first", { kind: "foreign" }],
  ["a", "b", "anew", { kind: "bind", id: "b" }],
] as const)("bound to %s, %s reports (%s)", (bound, agentSessionId, bind, expected) => {
  expect(bindConversation(bound, { agentSessionId, bind })).toEqual(expected);
});
