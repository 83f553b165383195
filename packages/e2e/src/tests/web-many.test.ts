import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manySessions } from "../support/many-sessions.ts";
import { eventually, TestDaemon } from "../support/test-daemon.ts";
import { CHROMIUM, WebBrowser } from "../support/web-page.ts";

const COUNT = 300;

describe.skipIf(CHROMIUM === undefined)(`${COUNT} sessions in the page`, () => {
  let daemon: TestDaemon;
  let browser: WebBrowser;
  let page: Page;
  beforeAll(async () => {
    [daemon, browser] = await Promise.all([TestDaemon.start(), WebBrowser.start()]);
    await manySessions(daemon, COUNT, 9);
    page = await browser.open(daemon);
    await page.getByText(`${COUNT} dormant`).waitFor();
  });
  afterAll(async () => {
    await browser.close();
    await daemon.destroy();
  });

  test("projects are folded, and only rows in sight are drawn", async () => {
    const rows = page.getByRole("treeitem");
    expect(await rows.count()).toBe(10);
    // From the last on: those above stay where they are.
    for (let project = 8; project >= 0; project--) {
      await page.getByRole("treeitem", { name: new RegExp(`project-${project}`) }).click();
    }
    await page.getByText("25 more rest or ended").first().click();
    expect(await rows.count()).toBeLessThan(80);
  });

  test("the filter finds one among all, and the keys go to it", async () => {
    await page.locator("[data-tree]").focus();
    await page.keyboard.press("/");
    await page.keyboard.type("session 237");
    await eventually(async () => expect(await page.locator(".row-session").count()).toBe(1));
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page
      .getByRole("region", { name: "Session 237" })
      .getByText("The host restarted")
      .waitFor();
    await page.getByLabel("Filter").fill("");
  });

  test("the overview shows a mark for each, and leads to it", async () => {
    await page.locator("[data-tree]").focus();
    await page.keyboard.press("o");
    await page.getByText(`${COUNT} sessions in 10 projects`).waitFor();
    expect(await page.locator(".mark-button").count()).toBe(COUNT);
    await page.getByRole("button", { name: /^Session 42,/ }).click();
    await page.getByRole("region", { name: "Session 42" }).waitFor();
  });

  test("the keys walk to the end of the tree and keep the selection in sight", async () => {
    await page.locator("[data-tree]").focus();
    for (let press = 0; press < 90; press++) await page.keyboard.press("j");
    const tree = page.getByRole("tree");
    await eventually(async () => {
      const active = await tree.getAttribute("aria-activedescendant");
      const [box, row] = await Promise.all([
        tree.boundingBox(),
        page.locator(`[id="${active}"]`).boundingBox(),
      ]);
      expect(row?.y).toBeGreaterThanOrEqual(box?.y ?? 0);
      expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(
        (box?.y ?? 0) + (box?.height ?? 0),
      );
    });
  });
});
