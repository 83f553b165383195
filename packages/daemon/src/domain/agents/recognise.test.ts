import type { Command } from "@maestro/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agentNamed, agentOfProgram, recognise } from "./agents.ts";
import { parseShellLine, toShellLine } from "./shell-words.ts";

describe("recognise", () => {
  test.each<[Command, string, readonly string[]]>([
    ["claude", "claude", ["claude"]],
    [["claude", "--model", "opus"], "claude", ["claude", "--model", "opus"]],
    ["/usr/local/bin/codex resume x", "codex", ["/usr/local/bin/codex", "resume", "x"]],
    ["  gemini\t-y ", "gemini", ["gemini", "-y"]],
    ["A=b C='d e' opencode .", "opencode", ["opencode", "."]],
    ["env -u C A=b claude", "claude", ["claude"]],
    [["env", "-i", "A=b", "claude"], "claude", ["claude"]],
    [["sudo", "-u", "me", "-E", "--", "claude", "-c"], "claude", ["claude", "-c"]],
    ["npx claude", "claude", ["claude"]],
    [
      "npx -y @anthropic-ai/claude-code@latest -c",
      "claude",
      ["@anthropic-ai/claude-code@latest", "-c"],
    ],
    ["npx -p @openai/codex codex", "codex", ["codex"]],
    ["bunx --bun @openai/codex", "codex", ["@openai/codex"]],
    ["pnpm dlx @google/gemini-cli", "gemini", ["@google/gemini-cli"]],
    ["yarn dlx opencode-ai@1.2.3", "opencode", ["opencode-ai@1.2.3"]],
    ["bun x opencode-ai", "opencode", ["opencode-ai"]],
    ["npm exec -- @openai/codex -m x", "codex", ["@openai/codex", "-m", "x"]],
    ["exec nice -n 5 timeout -k 5 2h claude", "claude", ["claude"]],
    ["sudo env A=b npx claude", "claude", ["claude"]],
    ['claude "fix $THIS"', "claude", ["claude", '\0"fix $THIS"']],
  ])("%j is %s", (command, id, argv) => {
    const found = recognise(command);
    expect(found?.agent.id).toBe(id);
    expect(found?.argv).toEqual(argv);
  });

  test.each<[Command]>([
    [""],
    [[]],
    ["bash"],
    ["cd x && claude"],
    ["claude; ls"],
    ["claude | tee log"],
    ["claude > log"],
    ["(claude)"],
    ["claude &"],
    ["claude\nls"],
    ["claude # always"],
    ["claude 'unclosed"],
    ["claudette"],
    ["echo claude"],
    ["$AGENT"],
    ["ssh host claude"],
    ["docker exec -it box claude"],
    ["@anthropic-ai/claude-code"],
    ["npx -c claude"],
    ["npm exec claude"],
    ["npm run claude"],
    ["env -S 'claude -c'"],
    ["sudo -l claude"],
    ["command -v claude"],
    ["sudo"],
    [["A=b", "claude"]],
    [["bash", "-c", "claude"]],
    [Array.from({ length: 200 }, () => "env")],
  ])("%j is no agent's", (command) => {
    expect(recognise(command)).toBeNull();
  });

  test("a line stays a line with its own words as they were, and a list a list", () => {
    const line = recognise("A='b c' sudo claude --model $MODEL");
    expect(line?.with([...(line.argv ?? []), "it's"])).toBe(
      `A='b c' sudo claude --model $MODEL 'it'"'"'s'`,
    );
    const list = recognise(["env", "claude"]);
    expect(list?.with(["claude", "$x"])).toEqual(["env", "claude", "$x"]);
  });

  test("by program and by id", () => {
    expect(agentOfProgram("codex")?.id).toBe("codex");
    expect(agentOfProgram("vim")).toBeNull();
    expect(agentNamed("generic")?.id).toBe("generic");
    expect(agentNamed("constructor")).toBeNull();
  });

  test("any command has an answer", () => {
    const words = fc.constantFrom(
      "env",
      "sudo",
      "npx",
      "-u",
      "--",
      "A=b",
      "claude",
      "-p",
      "x",
      "\0",
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.array(words)), (command) => {
        expect(recognise(command)?.agent.id ?? "none").toMatch(/^(claude|none)$/);
      }),
    );
  });
});

describe("shell lines", () => {
  test("any words come back from the line made of them", () => {
    const word = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom("'", '"', "\\", "$", " ", "`", "a", "!", "=", "~") }),
    );
    const words = fc.array(
      word.map((text) => text.replaceAll("\0", "")),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(words, (all) => {
        expect(parseShellLine(toShellLine(all))).toEqual(all);
      }),
    );
  });

  test.each([
    ['a\\ b \'c d\' "e\\"f"', ["a b", "c d", 'e"f']],
    ["''", [""]],
    ["~/x", ["\0~/x"]],
    ["*.ts", ["\0*.ts"]],
    ["--dir=~/x", ["\0--dir=~/x"]],
    ["'$x'", ["$x"]],
    ["a~b", ["a~b"]],
  ])("%j", (line, words) => {
    expect(parseShellLine(line)).toEqual(words);
  });
});
