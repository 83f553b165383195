import { expect, test } from "vitest";
import type { TerminalSignal } from "../../ports/screen-models.ts";
import { hintFor, signalWords } from "./signal-words.ts";

type State = Extract<TerminalSignal, { kind: "progress" }>["state"];

const progress = (state: State, percent: number | null = null): TerminalSignal => ({
  kind: "progress",
  state,
  percent,
});

test("a bell adds nothing to words that are there; a notification replaces them", () => {
  expect(signalWords({ kind: "bell" }, null)).toBe("rang the bell");
  expect(signalWords({ kind: "bell" }, "Built")).toBe("Built");
  expect(signalWords({ kind: "notification", text: "Done\n" }, "Built")).toBe("Done");
});

test("progress is told in tens: a bar that moves a hundred times says eleven things", () => {
  const said = Array.from({ length: 101 }, (_, percent) =>
    signalWords(progress("running", percent), null),
  );
  expect(new Set(said).size).toBe(11);
  expect(said[0]).toBe("progress at 0 %");
  expect(said[100]).toBe("progress at 100 %");
  expect(signalWords(progress("failed", 64), null)).toBe("failed at 60 %");
  expect(signalWords(progress("paused", 9), null)).toBe("paused at 0 %");
});

test.each([progress("none"), progress("none", 50), progress("running")])(
  "progress that is over or has no end takes its own words away, and no others: %o",
  (signal) => {
    expect(signalWords(signal, "progress at 60 %")).toBeNull();
    expect(signalWords(signal, "Built")).toBe("Built");
    expect(signalWords(signal, null)).toBeNull();
  },
);

test("of a program that waits the question is shown, not that it rang or how far it is", () => {
  for (const mere of ["rang the bell", "progress at 60 %"]) {
    expect(hintFor("awaiting_input", mere)).toBeNull();
    expect(hintFor("idle", mere)).toBe(mere);
  }
  expect(hintFor("awaiting_input", "Approve it?")).toBe("Approve it?");
});
