import { sessionName } from "@maestro/protocol";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manySessions } from "../support/many-sessions.ts";
import { eventually, TestDaemon } from "../support/test-daemon.ts";
import { CHROMIUM, WebBrowser } from "../support/web-page.ts";

const COUNT = 500;

/** Rows in the page however many there are in the tree: those in sight and a few around them. */
const MOST_ROWS = 80;

describe.skipIf(CHROMIUM === undefined)(`${COUNT} sessions in the page`, () => {
  let daemon: TestDaemon;
  let browser: WebBrowser;
  let page: Page;
  beforeAll(async () => {
    [daemon, browser] = await Promise.all([TestDaemon.start(), WebBrowser.start()]);
    await manySessions(daemon, COUNT, 9);
    page = await browser.open(daemon);
    await page.getByText(`${COUNT} dormant`).waitFor();
  }, 240_000);
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
    await page
      .getByText(/^\d+ more rest or ended$/)
      .first()
      .click();
    expect(await rows.count()).toBeLessThan(MOST_ROWS);
  });

  test("all rows are scrolled through to the last, and few are there at a time", async () => {
    await page.getByLabel("Filter").fill("session");
    await page.getByRole("treeitem", { name: /project-0/ }).waitFor();
    const { frames, mostRows } = await page.getByRole("tree").evaluate(scrollThrough);
    const slow = frames.filter((ms) => ms > 1000 / 60 + 1).length;
    const [half, most] = [0.5, 0.95].map((part) => frames[Math.floor(frames.length * part)]);
    console.log(
      `scrolling ${COUNT} rows: ${frames.length} frames, median ${half?.toFixed(1)} ms, ` +
        `p95 ${most?.toFixed(1)} ms, ${slow} later than 60 a second`,
    );
    expect(mostRows).toBeLessThan(MOST_ROWS);
    const last = page.locator(".row-session").last();
    const [box, row] = await Promise.all([
      page.getByRole("tree").boundingBox(),
      last.boundingBox(),
    ]);
    expect((row?.y ?? 0) + (row?.height ?? 0)).toBeLessThanOrEqual(
      Math.ceil((box?.y ?? 0) + (box?.height ?? 0)),
    );
    // Of the last project the youngest; these are of one moment, and then the id decides.
    const inLast = (await daemon.api.listSessions()).filter(({ cwd }) => cwd.endsWith("project-8"));
    const youngest = inLast.sort((a, b) => (a.id < b.id ? -1 : 1)).at(-1);
    expect(await last.textContent()).toContain(sessionName(youngest ?? { metadata: {} }));
    await page.getByLabel("Filter").fill("");
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
  }, 180_000);
});

/** Scrolls a list from its start to its end, a row each frame; answers how long each frame took, sorted. */
async function scrollThrough(
  tree: Element,
): Promise<{ readonly frames: number[]; readonly mostRows: number }> {
  const frames: number[] = [];
  let mostRows = 0;
  const frame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
  tree.scrollTop = 0;
  await frame();
  let before = await frame();
  while (tree.scrollTop + tree.clientHeight < tree.scrollHeight - 1) {
    tree.scrollTop += 48;
    const now = await frame();
    frames.push(now - before);
    before = now;
    mostRows = Math.max(mostRows, tree.querySelectorAll('[role="treeitem"]').length);
  }
  await frame();
  return { frames: frames.sort((a, b) => a - b), mostRows };
}
