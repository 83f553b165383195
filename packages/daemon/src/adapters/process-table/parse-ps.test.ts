import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseCpuTime, parsePs } from "./parse-ps.ts";

const PROCPS = `    1     0     0    -1 ?        S<Ll 00:00:04 Mon Nov 30 09:46:12 2026 process_api
 7689  7688  7689  7692 pts/100  Ss   1-02:03:04 Sun Nov  1 10:06:52 2026 tmux: server
 7692  7689  7692  7692 pts/100  Z+   00:00:00 Mon Nov 30 10:06:53 2026 sleep <defunct>
`;
// The form of macOS as its manual has it; not taken from a machine.
const MACOS = `    1     0     1     0 ??       Ss     1:02.57 Mon Nov 30 09:46:12 2026 launchd
  512   501   512   530 ttys003  S+   123:45.67 Mon Nov 30 09:50:00 2026 node
`;

describe("parsePs", () => {
  it("reads what procps prints", () => {
    const rows = parsePs(PROCPS);
    expect([...rows.keys()]).toEqual([1, 7689, 7692]);
    expect(rows.get(7689)).toEqual({
      pid: 7689,
      parent: 7688,
      group: 7689,
      session: null,
      leadsSession: true,
      terminal: "pts/100",
      foregroundGroup: 7692,
      alive: true,
      sleeps: true,
      started: Date.UTC(2026, 10, 1, 10, 6, 52),
      cpuMs: 93_784_000,
      threads: 1,
      comm: "tmux: server",
    });
    expect(rows.get(1)).toMatchObject({ terminal: null, foregroundGroup: 0 });
    expect(rows.get(7692)).toMatchObject({ alive: false, sleeps: false });
  });

  it("reads the form of macOS", () => {
    const rows = parsePs(MACOS);
    expect(rows.get(1)).toMatchObject({ terminal: null, cpuMs: 62_570, leadsSession: true });
    expect(rows.get(512)).toMatchObject({ terminal: "ttys003", cpuMs: 7_425_670, comm: "node" });
  });

  it("believes the first line of a pid, so that a line break in a name forges no second", () => {
    const forged = PROCPS.replace(
      "process_api",
      "x\n 7689 1 1 1 ? S 0:00 Mon Nov 30 09:46:12 2026 y",
    );
    expect(parsePs(PROCPS + forged).get(7689)?.comm).toBe("tmux: server");
    expect(parsePs(" 9 8 9 9 ? S 0:00 Mon Nov 30 09:46:12 2026 a\nb c\n\n").size).toBe(1);
  });

  it("answers no row but of a real pid to any text", () => {
    const near = fc
      .tuple(fc.nat(PROCPS.length), fc.string({ maxLength: 12 }))
      .map(([at, text]) => PROCPS.slice(0, at) + text + PROCPS.slice(at));
    fc.assert(
      fc.property(fc.oneof(fc.string(), near), (text) => {
        for (const [pid, row] of parsePs(text)) {
          expect(pid).toBeGreaterThan(0);
          expect(Number.isFinite(row.started) && Number.isFinite(row.cpuMs)).toBe(true);
        }
      }),
    );
  });
});

describe("parseCpuTime", () => {
  it("reads days, hours and hundredths, and refuses what is no time", () => {
    expect(parseCpuTime("0:00.03")).toBe(30);
    expect(parseCpuTime("00:01:02")).toBe(62_000);
    expect(parseCpuTime("2-00:00:01")).toBe(172_801_000);
    for (const text of ["", "-", "1", "1-2:3", "1:2:3:4"]) expect(parseCpuTime(text)).toBeNull();
  });
});
