import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TestDaemon } from "../support/test-daemon.ts";
import { CHROMIUM, WebBrowser } from "../support/web-page.ts";

const MOST_BYTES = 350 * 1024;

describe.skipIf(CHROMIUM === undefined)("what the page costs", () => {
  let daemon: TestDaemon;
  let browser: WebBrowser;
  beforeAll(async () => {
    [daemon, browser] = await Promise.all([TestDaemon.start(), WebBrowser.start()]);
    await daemon.create({ command: "cat", name: "One" });
  });
  afterAll(async () => {
    await browser.close();
    await daemon.destroy();
  });

  test("before a terminal is shown no more is loaded than a slow line can bear, from nowhere else", async () => {
    const page = await browser.stranger({ serviceWorkers: "block" });
    const loaded = new Map<string, number>();
    page.on("response", (response) => {
      const { pathname, origin } = new URL(response.url());
      expect(origin).toBe(daemon.url);
      if (!pathname.startsWith("/api/")) {
        loaded.set(pathname, Number(response.headers()["content-length"] ?? 0));
      }
    });
    await page.goto((await daemon.api.createLoginLink()).url);
    await page.getByRole("treeitem", { name: /One/ }).waitFor();
    await page.waitForLoadState("networkidle");
    expect([...loaded.keys()].filter((path) => path.includes("terminal-view"))).toEqual([]);
    const total = [...loaded.values()].reduce((sum, bytes) => sum + bytes, 0);
    expect(total).toBeGreaterThan(50 * 1024);
    expect(total).toBeLessThan(MOST_BYTES);
  });

  test("nothing that is shown jumps while the page opens", async () => {
    const page = await browser.stranger();
    await page.addInitScript(() => {
      Object.assign(globalThis, { shifts: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const shift = (entry as unknown as { value: number }).value;
          Object.assign(globalThis, {
            shifts: (globalThis as unknown as { shifts: number }).shifts + shift,
          });
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto((await daemon.api.createLoginLink()).url);
    await page.getByRole("treeitem", { name: /One/ }).waitFor();
    await page.waitForLoadState("networkidle");
    expect(
      await page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts),
    ).toBeLessThan(0.01);
  });
});
