import { execPath } from "node:process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { kernelListsChildren, ProcView } from "./proc-view.ts";
import { treesOf } from "./process-row.ts";

const CHILD_OF_A_THREAD = `
  const { Worker } = require("node:worker_threads");
  new Worker(\`
    const child = require("node:child_process").spawn("sleep", ["1000"], { stdio: "ignore" });
    require("node:worker_threads").parentPort.postMessage(child.pid);
  \`, { eval: true }).on("message", (pid) => console.log(pid));
`;

describe.skipIf(process.platform !== "linux")("ProcView", () => {
  it("finds a child that another thread than the first one started, by lists and by walk", async () => {
    const parent = spawn(execPath, ["-e", CHILD_OF_A_THREAD], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void parent.kill("SIGKILL"));
    const [line] = (await once(parent.stdout, "data")) as [Buffer];
    const pid = Number(line.toString());
    onTestFinished(() => void process.kill(pid, "SIGKILL"));
    for (const listsChildren of [kernelListsChildren(), false]) {
      const view = new ProcView(listsChildren);
      const row = view.find(parent.pid ?? 0);
      expect(row?.threads).toBeGreaterThan(1);
      expect(view.childrenOf(row!).map((child) => child.pid)).toEqual([pid]);
    }
  });

  it("sees of a pane through its child what the pane's own file says", () => {
    // A machine may show no other leader than this.
    const own = spawn("sleep", ["1000"], { detached: true, stdio: "ignore" });
    onTestFinished(() => void own.kill("SIGKILL"));
    for (const listsChildren of [true, false]) {
      const view = new ProcView(listsChildren);
      const leaders = new ProcView(false).all().filter((row) => row.leadsSession);
      expect(leaders.map((row) => row.pid)).toContain(own.pid);
      for (const leader of leaders) {
        const seen = view.findPane(leader.pid);
        // Another's process may have ended since.
        if (seen === null) continue;
        expect([seen.group, seen.terminal]).toEqual([leader.group, leader.terminal]);
      }
    }
  });

  it("shows one state of the table however often it is asked", () => {
    const view = new ProcView(false);
    expect(view.all()).toBe(view.all());
    const self = view.find(process.pid)!;
    expect(view.find(process.pid)).toBe(self);
    expect(treesOf(view, [self]).has(process.pid)).toBe(true);
    expect(treesOf(view, [self], process.pid).size).toBe(0);
  });
});
