import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { childProgram } from "../fs/support/child-program.ts";

const PROGRAM = `
  import { openSync, writeSync } from "node:fs";
  import { run } from "../process/run.ts";
  const command = { file: "/bin/true", args: [], env: {}, timeoutMs: 20_000 };
  try {
    for (;;) openSync("/dev/null");
  } catch {
    const outcome = await run(command);
    writeSync(1, outcome.kind + ": " + outcome.message);
  }
`;

test("where no descriptor is left, a process that cannot be started is a failure and no crash", () => {
  const directory = mkdtempSync(join(tmpdir(), "maestro-exhausted-"));
  try {
    const program = childProgram(directory, PROGRAM);
    const script = 'ulimit -n 60; exec "$0" "$1"';
    const said = execFileSync("sh", ["-c", script, process.execPath, program], {
      encoding: "utf8",
      timeout: 50_000,
    });
    expect(said).toMatch(/^failed: .*(too many files|EMFILE)/);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
