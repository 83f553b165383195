import { defineConfig } from "vitest/config";

const project = (name: string, include: string[], more: object = {}) => ({
  test: { name, include, testTimeout: 60_000, hookTimeout: 60_000, ...more },
  ssr: { resolve: { conditions: ["source"] } },
});

/** For tests that start what people run: it is built once, however many projects ask. */
const BUNDLES = { globalSetup: "./tools/build-once.mjs" };

export default defineConfig({
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    reporters: ["default", "./tools/ci-reporter.mjs"],
    maxWorkers: 2,
    projects: [
      project("unit", ["packages/{protocol,client,daemon,hook,web}/src/**/*.test.ts"]),
      project("cli", ["packages/cli/src/**/*.test.ts"], BUNDLES),
      project("e2e", ["packages/e2e/src/**/*.test.ts"], BUNDLES),
    ],
    coverage: { provider: "v8", include: ["packages/*/src/**/*.ts"] },
  },
});
