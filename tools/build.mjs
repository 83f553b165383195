// Bundles what people run into one file each: the daemon and the CLI; and the page the daemon serves.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { buildPage } from "../packages/web/tools/build-page.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}/package.json`, "utf8"));

// Bundled CommonJS packages call require() for Node's own modules; an ES module has to make one.
const requireBanner =
  'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);';

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  conditions: ["source"],
  logLevel: "warning",
  legalComments: "none",
  define: { __MAESTRO_VERSION__: JSON.stringify(version) },
};

/** The page is Vite's to build; the programs do not wait for it. */
export async function buildAll() {
  await Promise.all([buildPage(`${root}/dist/web`), buildPrograms()]);
}

/** The daemon, the CLI and the hook program. */
export async function buildPrograms() {
  await Promise.all([
    build({
      ...common,
      entryPoints: { "maestro-daemon": "packages/daemon/src/main.ts" },
      outdir: "dist",
      outExtension: { ".js": ".mjs" },
      banner: { js: requireBanner },
    }),
    build({
      ...common,
      entryPoints: { maestro: "packages/cli/src/main.ts" },
      outdir: "dist",
      outExtension: { ".js": ".mjs" },
      banner: { js: `#!/usr/bin/env node\n${requireBanner}` },
    }),
    build({
      ...common,
      entryPoints: { "maestro-hook": "packages/hook/src/main.ts" },
      outdir: "dist",
      outExtension: { ".js": ".mjs" },
      banner: { js: "#!/usr/bin/env node" },
    }),
  ]);
}

/** The benchmark is for developers: it is built only when it is asked for. */
export async function buildBench() {
  await build({
    ...common,
    entryPoints: { bench: "packages/bench/src/main.ts" },
    outdir: "packages/bench/dist",
    outExtension: { ".js": ".mjs" },
    banner: { js: requireBanner },
    external: ["@lydell/node-pty"],
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("bench")) await Promise.all([buildPrograms(), buildBench()]);
  else await buildAll();
}
