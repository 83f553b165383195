// Builds the page into the folder that the daemon serves.
import { rename, rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

export async function buildPage(outDir) {
  // Aside first: a daemon that starts meanwhile must find a whole page or none.
  const fresh = `${outDir}.${process.pid}.new`;
  // A build that a test run starts finds "test" here, and would be one for development.
  process.env.NODE_ENV = "production";
  await build({
    root,
    configFile: `${root}/vite.config.ts`,
    logLevel: "warn",
    build: { outDir: fresh, emptyOutDir: true },
  });
  await rm(outDir, { recursive: true, force: true });
  await rename(fresh, outDir);
}
