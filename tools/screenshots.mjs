// Makes the pictures of the page: `node tools/screenshots.mjs [FOLDER [NAME]]`. Without a folder,
// those of the README. Needs Chromium and a home directory of its own below /home.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
// As deep as its source: it looks for the daemon's bundle from there.
const outfile = `${root}packages/e2e/dist/pictures/screenshots.mjs`;

await build({
  absWorkingDir: root,
  entryPoints: ["packages/e2e/src/screenshots.ts"],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  conditions: ["source"],
  external: ["playwright-core", "@axe-core/playwright", "ws", "@xterm/headless"],
  logLevel: "warning",
});
const { status } = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
process.exitCode = status ?? 1;
