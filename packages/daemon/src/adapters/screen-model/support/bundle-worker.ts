import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** A bundle of the worker in a directory of its own, and what removes it. */
export async function bundleWorker(): Promise<{ entry: string; remove: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), "maestro-screen-model-"));
  const entry = join(directory, "worker.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("./worker-entry.ts", import.meta.url))],
    outfile: entry,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    conditions: ["source"],
    logLevel: "error",
    banner: {
      js: 'import{createRequire as __c}from"node:module";const require=__c(import.meta.url);',
    },
  });
  return { entry, remove: () => rm(directory, { recursive: true, force: true }) };
}
