import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const TEMPLATE = fileURLToPath(new URL("shell-worker.template.js", import.meta.url));

/** Emits the service worker, told which files make up the page of this build. */
export function shellWorker(): Plugin {
  return {
    name: "maestro-shell-worker",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      // Asked for with the page itself: text that changes its font once it is there jumps.
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => /-latin-wght.*\.woff2$/.test(name))
          .map((name) => ({
            tag: "link",
            injectTo: "head-prepend" as const,
            attrs: {
              rel: "preload",
              href: `/${name}`,
              as: "font",
              type: "font/woff2",
              crossorigin: true,
            },
          })),
    },
    generateBundle(_options, bundle) {
      // Latin alone: what other scripts need is fetched, and then kept, when it is shown.
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith("assets/") && !/-ext-/.test(name))
        .map((name) => `/${name}`)
        .sort();
      const list = JSON.stringify(["/", "/theme.js", "/maestro.webmanifest", ...files]);
      const version = createHash("sha256").update(list).digest("hex").slice(0, 12);
      const source = readFileSync(TEMPLATE, "utf8")
        .replace("__VERSION__", JSON.stringify(version))
        .replace("__FILES__", list);
      this.emitFile({ type: "asset", fileName: "shell-worker.js", source });
    },
  };
}
