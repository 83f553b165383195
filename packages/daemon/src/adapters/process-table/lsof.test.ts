import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { CANNOT_BE_TOLD, livesInByLsof } from "./lsof.ts";
import { parseLsof } from "./parse-lsof.ts";

/** A program that answers in place of `lsof`. */
function fake(script: string): { readonly root: string; readonly lsof: string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "maestro-lsof-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const lsof = join(root, "lsof");
  writeFileSync(lsof, `#!/bin/sh\n${script}\n`);
  chmodSync(lsof, 0o755);
  return { root, lsof };
}

const ourselves = `printf 'p${process.pid}\\ncnode\\nfcwd\\nn/\\n'`;

test("a process is named although lsof complains about another", async () => {
  const { root, lsof } = fake(
    `${ourselves}; printf "p7\\ncsh\\nfcwd\\nn$(dirname "$0")\\n"; exit 1`,
  );
  expect(await livesInByLsof(root, lsof)).toBe("sh (pid 7)");
});

test.each([
  ["lists nothing", "exit 0"],
  ["does not even see the daemon", "printf 'p1\\ncinit\\nfcwd\\nn/\\n'"],
  ["dies", "kill -9 $$"],
])("an lsof that %s tells nothing", async (_, script) => {
  const { root, lsof } = fake(script);
  expect(await livesInByLsof(root, lsof)).toBe(CANNOT_BE_TOLD);
});

test("a machine without lsof tells nothing; a path that is gone has nobody", async () => {
  const { root, lsof } = fake(ourselves);
  expect(await livesInByLsof(root, join(root, "none"))).toBe(CANNOT_BE_TOLD);
  expect(await livesInByLsof(join(root, "none"), lsof)).toBeNull();
  expect(await livesInByLsof(root, lsof)).toBeNull();
});

test("fields are read by their letters, and escaped bytes are put together again", () => {
  const text =
    "p1\ncinit\nfcwd\nn/\np2\nfcwd\nnopen: denied\np30\nca b\nfcwd\nn/w/\\xc3\\xbc \\\\ \\t\n";
  expect(parseLsof(text)).toEqual([
    { pid: 1, program: "init", directory: "/" },
    { pid: 30, program: "a b", directory: "/w/ü \\ \t" },
  ]);
  fc.assert(fc.property(fc.string(), (any) => Array.isArray(parseLsof(any))));
});
