import { Terminal } from "@xterm/headless";
import { expect, test } from "vitest";
import type { TerminalSignal } from "../../ports/screen-models.ts";
import { hearSignals } from "./terminal-signals.ts";

async function heardIn(stream: string): Promise<readonly TerminalSignal[]> {
  const terminal = new Terminal({ allowProposedApi: true });
  const heard: TerminalSignal[] = [];
  hearSignals(terminal, (signal) => heard.push(signal));
  await new Promise<void>((done) => terminal.write(stream, done));
  terminal.dispose();
  return heard;
}

const said = (text: string): TerminalSignal => ({ kind: "notification", text });
const progress = (state: "none" | "running" | "failed" | "paused", percent: number | null = null) =>
  ({ kind: "progress", state, percent }) as const;

test.each<[string, string, readonly TerminalSignal[]]>([
  ["the bell, and not the end of a title", "a\u0007\u001B]0;title\u0007b", [{ kind: "bell" }]],
  ["iTerm2's notification", "\u001B]9;Approve it?\u0007", [said("Approve it?")]],
  ["rxvt's, with a title", "\u001B]777;notify;Build;done; all\u001B\\", [said("Build: done; all")]],
  ["no other of rxvt's verbs", "\u001B]777;preexec\u0007", []],
  ["kitty's, behind its options", "\u001B]99;i=1:d=0;Ready\u001B\\", [said("Ready")]],
  ["none without words", "\u001B]9;\u0007\u001B]777;notify\u0007", []],
  ["progress", "\u001B]9;4;1;37\u0007", [progress("running", 37)]],
  ["progress without an end", "\u001B]9;4;3;37\u0007", [progress("running")]],
  ["progress that failed", "\u001B]9;4;2;80\u0007", [progress("failed", 80)]],
  [
    "progress that is paused, and more than all",
    "\u001B]9;4;4;999\u0007",
    [progress("paused", 100)],
  ],
  ["progress that is over", "\u001B]9;4;0\u0007", [progress("none")]],
  ["no state that nobody knows", "\u001B]9;4;9;10\u0007", []],
  ["no command of ConEmu's", "\u001B]9;9;C:\\\u0007", []],
])("%s is heard", async (_, stream, expected) => {
  expect(await heardIn(stream)).toEqual(expected);
});

test("no more of a notification is kept than a line shows", async () => {
  const [signal] = await heardIn(`\u001B]9;${"x".repeat(10_000)}\u0007`);
  expect(signal).toEqual(said("x".repeat(500)));
});
