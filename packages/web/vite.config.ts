import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { shellWorker } from "./tools/shell-worker.ts";

export default defineConfig({
  plugins: [react(), shellWorker()],
  build: {
    target: "es2022",
    // Nothing inline: the page's policy allows its own files alone.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
  },
});
