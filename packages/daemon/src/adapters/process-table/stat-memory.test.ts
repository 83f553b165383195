import { describe, expect, it } from "vitest";
import { StatMemory } from "./stat-memory.ts";

const stat = (cpu: number): Buffer =>
  Buffer.from(`41 (sh) S 1 41 41 34816 41 0 0 0 0 0 ${cpu} 0 0 0 20 0 1 0 5000 0 0\n`);

describe("StatMemory", () => {
  it("answers the same row for the same bytes, and a new one for others", () => {
    const memory = new StatMemory();
    const page = stat(1);
    const first = memory.parse(41, page);
    expect(first).toMatchObject({ pid: 41, cpuMs: 10 });
    expect(memory.parse(41, stat(1))).toBe(first);
    // The bytes lie in a buffer that the next read fills anew.
    stat(2).copy(page);
    expect(memory.parse(41, page)).toMatchObject({ cpuMs: 20 });
    expect(memory.parse(41, Buffer.from("nonsense"))).toBeNull();
  });

  it("forgets what a whole look did not come across", () => {
    const memory = new StatMemory();
    const first = memory.parse(41, stat(1));
    memory.endLook();
    expect(memory.parse(41, stat(1))).toBe(first);
    memory.endLook();
    memory.endLook();
    expect(memory.parse(41, stat(1))).not.toBe(first);
  });
});
