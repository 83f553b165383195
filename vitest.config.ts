import { defineConfig } from "vitest/config";

const project = (name: string, include: string[], more: object = {}) => ({
  test: { name, include, testTimeout: 60_000, hookTimeout: 60_000, ...more },
  ssr: { resolve: { conditions: ["source"] } },
});

export default defineConfig({
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    reporters: ["default", "./tools/ci-reporter.mjs"],
    maxWorkers: 2,
    projects: [
      project("unit", ["packages/{protocol,client,daemon,hook,cli,web}/src/**/*.test.ts"]),
      project("e2e", ["packages/e2e/src/**/*.test.ts"], { globalSetup: "./tools/build-once.mjs" }),
    ],
    coverage: { provider: "v8", include: ["packages/*/src/**/*.ts"] },
  },
});
