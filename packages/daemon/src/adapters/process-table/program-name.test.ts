import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { programName } from "./program-name.ts";

const never = (): string | null => {
  throw new Error("asked for the arguments");
};

describe("programName", () => {
  it("is the short name, for which no arguments are read", () => {
    expect(programName("vim", never)).toBe("vim");
    expect(programName("tmux: server", never)).toBe("tmux: server");
  });

  it("is what the program was started as where the name is that of a thread, empty or cut", () => {
    expect(programName("MainThread", () => "/usr/bin/node")).toBe("node");
    expect(programName("", () => "-bash")).toBe("bash");
    expect(programName("some-long-agent", () => "/opt/some-long-agent-name")).toBe(
      "some-long-agent-name",
    );
  });

  it("stays the short name where a long one was chosen by the program itself", () => {
    expect(programName("npm exec claude", () => "node")).toBe("npm exec claude");
    expect(programName("MainThread", () => null)).toBe("MainThread");
    expect(programName("\u0007", () => null)).toBe("unnamed");
  });

  it("holds no control or formatting character and at most 64 others, whatever a program says", () => {
    const text = fc.string({ unit: "binary", maxLength: 200 });
    fc.assert(
      fc.property(text, fc.option(text), (comm, argument) => {
        const name = programName(comm, () => argument);
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(Array.from(name).length).toBeLessThanOrEqual(64);
        expect(name).not.toBe("");
      }),
    );
  });
});
