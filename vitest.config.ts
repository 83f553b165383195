import { defineConfig } from "vitest/config";

const project = (name: string, include: string[], parallel: boolean) => ({
  test: {
    name,
    include,
    globalSetup: "./tools/build-once.mjs",
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: parallel,
  },
  ssr: { resolve: { conditions: ["source"] } },
});

export default defineConfig({
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    reporters: ["default", "./tools/ci-reporter.mjs"],
    maxWorkers: 2,
    projects: [
      project("unit", ["packages/{protocol,client,daemon,cli}/src/**/*.test.ts"], true),
      project("e2e", ["packages/e2e/src/**/*.test.ts"], true),
    ],
    coverage: { provider: "v8", include: ["packages/*/src/**/*.ts"] },
  },
});
