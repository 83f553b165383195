import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agentNamed, AGENTS } from "./agents.ts";
import { claude } from "./claude.ts";
import { claudePayload } from "./fixtures/claude-payloads.ts";

describe("whatever the payload", () => {
  const ids = [...AGENTS.map(({ id }) => id), "generic"];
  const key = fc.constantFrom(
    "hook_event_name",
    "session_id",
    "type",
    "source",
    "prompt",
    "tool_name",
    "tool_input",
    "reason",
    "questions",
    "properties",
    "info",
    "status",
    "error",
    "thread-id",
    "input-messages",
    "state",
    "detail",
    "__proto__",
    "background_tasks",
    "message",
    "notification_type",
    "patterns",
    "root",
  );
  const leaf = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(
      "SessionStart",
      "UserPromptSubmit",
      "Stop",
      "Notification",
      "PermissionRequest",
      "clear",
      "session.status",
      "permission.asked",
      "chat.message",
      "agent-turn-complete",
      "BeforeAgent",
      "idle",
    ),
    fc.jsonValue(),
    fc.anything(),
  );
  const { payload } = fc.letrec((tie) => ({
    payload: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie("payload"), { maxLength: 3 }),
      fc.dictionary(key, tie("payload"), { maxKeys: 8 }),
    ),
  }));

  test.each(ids)("%s has a well-formed answer", (id) => {
    const agent = agentNamed(id);
    fc.assert(
      fc.property(payload, (value) => {
        const said = agent?.report(value);
        if (said === undefined || said.kind === "nothing") return;
        expect(["active", "idle", "awaiting_input", "error"]).toContain(said.state);
        expect(said.agentSessionId ?? "x").toMatch(/^[A-Za-z0-9][\w.:@-]*$/);
        expect(said.detail ?? "x").toMatch(/^[^\p{Cc}]+$/u);
        expect((said.detail ?? "").length).toBeLessThanOrEqual(4000);
      }),
      { numRuns: 500 },
    );
  });

  test("a detail is short, on one line, and cannot turn the text around it", () => {
    const said = claude.report(
      claudePayload("Stop", { last_assistant_message: `a\u001B[31m\n\u202Eb ${"é".repeat(5000)}` }),
    );
    const detail = said.kind === "state" ? (said.detail ?? "") : "";
    expect(detail.startsWith("a [31m b é")).toBe(true);
    expect(detail).toHaveLength(200);
  });
});
