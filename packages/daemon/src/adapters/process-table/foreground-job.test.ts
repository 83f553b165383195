import { describe, expect, it } from "vitest";
import { foregroundJob } from "./foreground-job.ts";
import { childrenByParent, type ProcessRow, type ProcessView } from "./process-row.ts";

function row(
  pid: number,
  parent: number,
  group: number,
  more: Partial<ProcessRow> = {},
): ProcessRow {
  return {
    pid,
    parent,
    group,
    session: 10,
    leadsSession: pid === 10,
    terminal: "t",
    foregroundGroup: 10,
    alive: true,
    sleeps: true,
    started: pid,
    cpuMs: pid,
    threads: 1,
    comm: `p${pid}`,
    ...more,
  };
}

function jobOf(rows: readonly ProcessRow[]): { pid: number | null; cpuMs: number } {
  const children = childrenByParent(rows);
  const view: ProcessView = {
    find: (pid) => rows.find((each) => each.pid === pid) ?? null,
    childrenOf: (parent) => children.get(parent.pid) ?? [],
    all: () => rows,
  };
  const job = foregroundJob(view, rows[0]!);
  return { pid: job.program?.pid ?? null, cpuMs: job.cpuMs };
}

describe("foregroundJob", () => {
  it("is the newest living child of the wrapper, one of its own group before any other", () => {
    const zombie = row(14, 10, 10, { alive: false });
    const rows = [row(10, 1, 10), row(12, 10, 10), row(11, 10, 10), row(13, 10, 13), zombie];
    expect(jobOf(rows).pid).toBe(12);
    expect(jobOf([row(10, 1, 10), row(13, 10, 13), zombie]).pid).toBe(13);
    expect(jobOf([row(10, 1, 10), zombie]).pid).toBeNull();
  });

  it("tells newer by the start where pids have wrapped", () => {
    const rows = [row(10, 1, 10), row(12, 10, 10), row(11, 10, 10, { started: 99 })];
    expect(jobOf(rows).pid).toBe(11);
  });

  it("counts the job's group and its descendants, but no other job of the shell", () => {
    const pane = row(10, 1, 10, { foregroundGroup: 20 });
    const rows = [pane, row(11, 10, 11), row(20, 11, 20), row(21, 20, 21), row(30, 11, 30)];
    expect(jobOf(rows)).toEqual({ pid: 20, cpuMs: 41 });
  });

  it("is the oldest living member where the leader is gone, also without any parent left", () => {
    const pane = row(10, 1, 10, { foregroundGroup: 20 });
    const leader = row(20, 11, 20, { alive: false });
    expect(jobOf([pane, row(11, 10, 11), leader, row(22, 11, 20), row(21, 11, 20)]).pid).toBe(21);
    expect(jobOf([pane, row(11, 10, 11), row(22, 1, 20)])).toEqual({ pid: 22, cpuMs: 22 });
    expect(jobOf([pane, row(11, 10, 11)])).toEqual({ pid: null, cpuMs: 0 });
  });

  it("ends where a table that changed under the look shows a circle", () => {
    const pane = row(10, 1, 10);
    expect(jobOf([pane, row(11, 10, 10), row(12, 11, 10), row(11, 12, 10)]).pid).toBe(11);
  });
});
