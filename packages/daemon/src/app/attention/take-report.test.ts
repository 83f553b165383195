import { beforeEach, describe, expect, test } from "vitest";
import {
  CLAUDE_CONVERSATION,
  claudePayload,
} from "../../domain/agents/fixtures/claude-payloads.ts";
import type { Session } from "../../domain/session.ts";
import { sessionId } from "../../domain/support/a-session.ts";
import { createSession } from "../create-session.ts";
import { aRequest } from "../support/requests.ts";
import { testApp, type TestApp } from "../support/test-app.ts";
import { Autonaming } from "./autonaming.ts";
import { takeHook } from "./take-hook.ts";
import { takeReport } from "./take-report.ts";

let app: TestApp;
let id: Session["id"];
let bound: string | null;
beforeEach(async () => {
  app = testApp();
  ({ id, agentSessionId: bound } = await createSession(
    app.context,
    aRequest({ command: ["claude"] }),
  ));
  app.journal.clear();
});

const now = (): Session => {
  const session = app.store.get(id);
  if (session === null) throw new Error("it is gone");
  return session;
};
const hook = (event: string, more: object = {}, conversation = bound) => {
  const payload = { ...claudePayload(event, more), session_id: conversation };
  const autonaming = new Autonaming(app.context, null);
  return takeHook(app.context, autonaming, { id, agent: "claude", payload });
};
const byHand = (agentSessionId: string | null, of = id) =>
  takeReport(app.context, of, {
    state: "error",
    detail: " no\n network\u0007 ",
    agentSessionId,
    bind: "first",
    from: "hand",
  });
const writes = () => app.journal.of("disk: wrote session").length;

describe("what an agent says", () => {
  test("a notification does not replace the words of the question that it is about", async () => {
    const tool = { tool_name: "Bash", tool_input: { command: "git push" } };
    await hook("PermissionRequest", tool);
    const message = "Claude needs your permission to use Bash";
    await hook("Notification", { notification_type: "permission_prompt", message });
    expect(now().observed).toMatchObject({
      activity: "awaiting_input",
      activityDetail: "Bash: git push",
    });
  });

  test("its words are shown on one line, without control characters", async () => {
    await byHand(null);
    expect(now().observed).toMatchObject({ activity: "error", activityDetail: "no network" });
  });

  test("an agent that is not known is refused; an event that means nothing is not", async () => {
    const autonaming = new Autonaming(app.context, null);
    await expect(
      takeHook(app.context, autonaming, { id, agent: "nobody", payload: {} }),
    ).rejects.toMatchObject({ code: "not_found" });
    await hook("SomethingNew");
    await expect(
      takeHook(app.context, autonaming, { id, agent: "claude", payload: [1] }),
    ).resolves.toBeUndefined();
  });
});

describe("the conversation", () => {
  test("the bound one is heard, and nothing is written; another is not heard at all", async () => {
    await hook("PostToolUse");
    await hook("StopFailure", { error: "overloaded" }, CLAUDE_CONVERSATION);
    expect(now()).toMatchObject({ agentSessionId: bound, observed: { activity: "active" } });
    expect(writes()).toBe(0);
  });

  test.each(["clear", "resume", "fork"])(
    "one that begins with %s takes its place",
    async (source) => {
      await hook("SessionStart", { source }, CLAUDE_CONVERSATION);
      await hook("PostToolUse", {}, CLAUDE_CONVERSATION);
      expect(now().agentSessionId).toBe(CLAUDE_CONVERSATION);
      expect(writes()).toBe(1);
    },
  );

  test("one that merely begins does not", async () => {
    await hook("SessionStart", { source: "startup" }, CLAUDE_CONVERSATION);
    expect(now().agentSessionId).toBe(bound);
  });
});

describe("a session that does not run keeps of a report", () => {
  const end = (agentSessionId: string | null) => {
    app.store.load({ ...now(), agentSessionId, life: { phase: "dormant" } });
  };

  test("a conversation that it missed, and nothing else", async () => {
    end(null);
    const { observed } = now();
    await byHand("c-1");
    expect(now()).toMatchObject({ agentSessionId: "c-1", observed });
  });

  test("nothing where it knows one, whatever the report says of it", async () => {
    end("c-1");
    const before = now();
    await byHand("c-2");
    await hook("SessionStart", { source: "clear" }, CLAUDE_CONVERSATION);
    expect(now()).toEqual(before);
  });
});

test("a session that there is not hears nothing", async () => {
  expect(await byHand(null, sessionId(77))).toBe(false);
});
