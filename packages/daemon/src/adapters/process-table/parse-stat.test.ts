import { Buffer } from "node:buffer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseStat } from "./parse-stat.ts";

const REST =
  "S 7688 7689 7689 34816 7700 4194304 317 0 0 0 12 3 0 0 20 0 1 0 126877 2654208 405 0 0";

describe("parseStat", () => {
  it("reads the columns that matter", () => {
    expect(parseStat(Buffer.from(`7689 (sh) ${REST}\n`))).toEqual({
      pid: 7689,
      parent: 7688,
      group: 7689,
      session: 7689,
      leadsSession: true,
      terminal: "34816",
      foregroundGroup: 7700,
      alive: true,
      sleeps: true,
      started: 126877,
      cpuMs: 150,
      threads: 1,
      comm: "sh",
    });
  });

  it("reads a process without a terminal, and one that is a zombie or dead", () => {
    const without = REST.replace("34816 7700", "0 -1");
    expect(parseStat(Buffer.from(`5 (a) ${without}`))).toMatchObject({
      terminal: null,
      foregroundGroup: 0,
      leadsSession: false,
    });
    for (const state of ["Z", "X", "x"]) {
      expect(parseStat(Buffer.from(`5 (a) ${state}${REST.slice(1)}`))?.alive).toBe(false);
    }
    for (const state of ["R", "S", "D", "T", "t", "I"]) {
      const row = parseStat(Buffer.from(`5 (a) ${state}${REST.slice(1)}`));
      expect(row).toMatchObject({ alive: true, sleeps: ["S", "I"].includes(state) });
    }
  });

  it("keeps whatever a program calls itself out of the columns", () => {
    const hostile = fc.oneof(
      fc.string({ unit: "binary", maxLength: 15 }),
      fc.constantFrom("a) R 1 1", ") Z 1 1 1\n", "((", "x\n1 (y) R", ") (", ""),
    );
    fc.assert(
      fc.property(hostile, (name) => {
        const row = parseStat(Buffer.from(`42 (${name}) ${REST}\n`));
        expect(row).toMatchObject({ pid: 42, comm: name, parent: 7688, started: 126877 });
      }),
    );
  });

  it("answers a row of whole numbers or null to any bytes, cut or not", () => {
    const whole = Buffer.from(`42 (a b) ${REST}\n`);
    const cut = fc.nat(whole.length).map((end) => whole.subarray(0, end));
    const any = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
    fc.assert(
      fc.property(fc.oneof(cut, any), (bytes) => {
        const row = parseStat(bytes);
        if (row === null) return;
        expect([row.pid, row.started, row.cpuMs, row.threads].every(Number.isSafeInteger)).toBe(
          true,
        );
      }),
    );
    expect(parseStat(Buffer.from("42 (a b) S 1 2 3"))).toBeNull();
  });
});
