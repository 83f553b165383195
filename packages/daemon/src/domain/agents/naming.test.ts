import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AGENTS } from "./agents.ts";
import { localName } from "./local-name.ts";
import { nameInAnswer } from "./naming.ts";

describe("a naming run", () => {
  test.each(AGENTS.map((agent) => [agent.id, agent] as const))(
    "%s does not know the session, and gets the prompt on its input alone",
    (_id, agent) => {
      const run = agent.naming(`--evil ${"x".repeat(100_000)}`, "/tmp/empty");
      expect(run?.unset).toEqual(
        expect.arrayContaining(["MAESTRO_SESSION_ID", "MAESTRO_URL", "MAESTRO_TICKET"]),
      );
      expect(run?.argv.join(" ")).not.toContain("evil");
      expect(run?.input).toContain("--evil xxx");
      expect(run?.input.length).toBeLessThan(3000);
    },
  );

  test.each([
    ['"Fix login test."\n', "Fix login test"],
    ["\u001B]0;claude\u0007\u001B[1m**Fix login**\u001B[0m", "Fix login"],
    ["\n\n# Title: Fix login\n", "Fix login"],
    ["Sure! I will now go and fix that login test for you", null],
    ["", null],
    ["``", null],
  ])("the answer %j is %j", (answer, name) => {
    expect(nameInAnswer(answer)).toBe(name);
  });
});

describe("localName", () => {
  test.each([
    ["fix the flaky login test", "Fix flaky login test"],
    ["Please fix the flaky login test.", "Fix flaky login test"],
    [
      "Hi! Can you please add dark mode to the settings page? Thanks",
      "Add dark mode to settings page",
    ],
    ["I want you to refactor src/api/server.ts", "Refactor src/api/server.ts"],
    ["let's update dependencies", "Update dependencies"],
    ["# Task\n\nfix it", "Task"],
    ["/review 123", "Review 123"],
    ["fixLogin throws", "fixLogin throws"],
    ["src/a.ts: rename foo", "src/a.ts: rename foo"],
    ["```\nstack trace\n```\nwhy does this crash", "Why does crash"],
    ["see https://github.com/o/r/issues/42?x=1 and fix", "See 42 and fix"],
    ["- [ ] write `README.md`", "[ ] write README.md"],
    ["исправь тест входа", "Исправь тест входа"],
    ["ログインのテストを直して。お願いします", "ログインのテストを直して"],
    ["please", "Please"],
    ["the", "The"],
    ["", null],
    ["   \n\t", null],
    ["???", null],
    [
      "implement rate limiting for the public endpoints with sliding windows and tests in every package",
      "Implement rate limiting for public endpoints",
    ],
  ])("%j → %j", (prompt, name) => {
    expect(localName(prompt)).toBe(name);
  });

  test("any prompt: short, on one line, or nothing", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (prompt) => {
        const name = localName(prompt);
        expect(name ?? "x").toMatch(/^[^\p{Cc}]+$/u);
        expect([...new Intl.Segmenter("en").segment(name ?? "")].length).toBeLessThanOrEqual(49);
      }),
    );
  });
});
