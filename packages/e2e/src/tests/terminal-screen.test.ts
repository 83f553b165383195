import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AttachedClient } from "../support/attached-client.ts";
import { clientTerminal, screenLines, write } from "../support/client-terminal.ts";
import { compareTerminals } from "../support/terminal-differences.ts";
import { TestDaemon } from "../support/test-daemon.ts";

let daemon: TestDaemon;
beforeAll(async () => {
  daemon = await TestDaemon.start();
});
afterAll(() => daemon.destroy());

const numbers = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`);
const waiting = (line: string): string[] => ["/bin/sh", "-c", `${line}; printf ready; read -r end`];

async function linesOf(id: string, scrollback: number): Promise<string[]> {
  const { content } = await daemon.api.getScreen({
    params: { id },
    query: { scrollback: `${scrollback}` },
  });
  return content.split("\n");
}

describe("the screen for scripts", () => {
  test("history beyond the model's lines comes from tmux, without a gap or a double", async () => {
    const { id } = await daemon.create({ command: waiting("seq 1 5000"), cols: 80, rows: 24 });
    await daemon.untilScreen(id, "ready");
    const all = [...numbers(1, 5000), "ready"];
    for (const scrollback of [0, 1, 999, 1_000, 1_001, 2_500, 4_976, 4_977, 5_000, 100_000]) {
      const lines = await linesOf(id, scrollback);
      expect(lines, `${scrollback}`).toEqual(all.slice(-(24 + scrollback)));
    }
  });

  test("history is whole while the program goes on writing", async () => {
    const line = "i=0; while :; do i=$((i+1)); echo $i; done";
    const { id } = await daemon.create({ command: ["/bin/sh", "-c", line], cols: 40, rows: 10 });
    await daemon.untilScreen(id, /^[3-9]\d{3}/m);
    for (let round = 0; round < 20; round++) {
      const lines = await linesOf(id, 2_000);
      const written = lines
        .slice(
          0,
          lines.findLastIndex((text) => text !== ""),
        )
        .map(Number);
      expect(written.length).toBeGreaterThan(2_000);
      const first = written[0] ?? 0;
      expect(written).toEqual(written.map((_, at) => first + at));
    }
    await daemon.api.killSession({ params: { id }, query: { force: "true" } });
  });

  test("wrapped, wide and empty lines are those of the program, in history as on the screen", async () => {
    const line = `for i in $(seq 1 1500); do printf '%s 漢字 %0100d\\n\\n' $i $i; done`;
    const { id } = await daemon.create({ command: waiting(line), cols: 30, rows: 10 });
    await daemon.untilScreen(id, "ready");
    const lines = await linesOf(id, 8_000);
    const text = lines.join("");
    for (const i of [1, 2, 700, 1_300, 1_500]) {
      expect(text.split(`${i} 漢字 ${"0".repeat(100 - `${i}`.length)}${i}`)).toHaveLength(2);
    }
    expect(lines.filter((row) => row === "").length).toBe(1_500);
  });

  test("as ansi it redraws what a client shows", async () => {
    const line = "seq 1 50; printf '\\033[1;31mred\\033[0m \\033[?2004h\\033[?25l'";
    const { id } = await daemon.create({ command: waiting(line), cols: 40, rows: 10 });
    await daemon.untilScreen(id, "ready");
    const client = await AttachedClient.open(daemon, id);
    const { content, cols, rows } = await daemon.api.getScreen({
      params: { id },
      query: { format: "ansi" },
    });
    const drawn = clientTerminal({ cols, rows });
    await write(drawn, content);
    expect(compareTerminals(drawn, client.terminal)).toEqual([]);
    expect(screenLines(drawn).at(-1)).toBe("red ready");
    await client.close();
  });
});
