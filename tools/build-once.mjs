// Vitest's global set-up: tests that start the real daemon or its worker threads need the bundles.
import { buildAll } from "./build.mjs";

let built;

export default async function setup() {
  built ??= buildAll();
  await built;
}
