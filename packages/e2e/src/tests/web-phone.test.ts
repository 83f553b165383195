import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually, TestDaemon } from "../support/test-daemon.ts";
import { CHROMIUM, PHONE, untilTerminal, WebBrowser } from "../support/web-page.ts";

describe.skipIf(CHROMIUM === undefined)("the page on a phone", () => {
  let daemon: TestDaemon;
  let browser: WebBrowser;
  let page: Page;
  beforeAll(async () => {
    [daemon, browser] = await Promise.all([TestDaemon.start(), WebBrowser.start()]);
    page = await browser.open(daemon, PHONE, { screenReader: true });
  });
  afterAll(async () => {
    await browser.close();
    await daemon.destroy();
  });

  const shell = { command: ["bash", "--norc", "--noprofile"], env: { PS1: "$ " } };

  const hasKeys = () => page.locator(".terminal-host:focus-within").isVisible();

  test("a session opens over the list at the size that it has, and takes keys and messages", async () => {
    const { id } = await daemon.create({ ...shell, name: "Pocket", cols: 100, rows: 30 });
    await page.getByRole("treeitem", { name: /Pocket/ }).tap();
    await untilTerminal(page, id, "$ ");
    // The keyboard would cover what there is to read.
    expect(await hasKeys()).toBe(false);
    await page.getByRole("textbox", { name: "Message bash" }).fill("echo $COLUMNS; cat -v");
    await page.getByRole("button", { name: "Send" }).tap();
    await untilTerminal(page, id, /^100$/m);
    for (const key of ["Esc", "Up", "y", "1", "Enter"]) {
      await page.getByRole("button", { name: key, exact: true }).tap();
    }
    await untilTerminal(page, id, "^[^[[Ay1");
    await page.getByRole("button", { name: "Ctrl" }).tap();
    await page.locator(`[data-session="${id}"] textarea`).focus();
    await page.keyboard.type("d");
    expect(await untilTerminal(page, id, /\$ $/m)).toContain("^[^[[Ay1");
    await page.getByRole("button", { name: "Back to the list" }).tap();
    await page.getByRole("treeitem", { name: /Pocket/ }).tap();
    await untilTerminal(page, id, "^[^[[Ay1");
    expect(await hasKeys()).toBe(false);
    await page.locator(`[data-session="${id}"] .xterm-screen`).tap();
    await eventually(async () => expect(await hasKeys()).toBe(true));
    await page.getByRole("button", { name: "Back to the list" }).tap();
    await page.getByRole("treeitem", { name: /Pocket/ }).waitFor();
  });

  test("a viewer takes the pane's size, and claims its own only when it is asked to", async () => {
    const { id } = await daemon.create({ ...shell, name: "Sized", cols: 100, rows: 30 });
    await page.getByRole("treeitem", { name: /Sized/ }).tap();
    await untilTerminal(page, id, "$ ");
    const cols = async () => (await daemon.api.getScreen({ params: { id }, query: {} })).cols;
    expect(await cols()).toBe(100);
    await page.getByRole("button", { name: "More" }).tap();
    await page.getByRole("button", { name: "Fit the terminal to this screen" }).tap();
    await eventually(async () => expect(await cols()).toBeLessThan(60));
    await page.getByRole("button", { name: "Back to the list" }).tap();
  });

  test("a question comes up beside the lines that give it meaning, and one tap answers it", async () => {
    const ask = "printf 'Apply this plan? [y/n] '; read -r word; echo answer-$word; exec cat";
    const { id } = await daemon.create({
      name: "Other",
      command: ["bash", "-c", "sleep 1; exec cat"],
    });
    await page.getByRole("treeitem", { name: /Other/ }).tap();
    await page.locator(`[data-session="${id}"]`).waitFor();
    const asking = await daemon.create({ name: "Asking", command: ["bash", "-c", ask] });
    await daemon.untilScreen(asking.id, "Apply this plan?");
    await daemon.api.report({ params: { id: asking.id }, body: { state: "awaiting_input" } });
    const card = page.getByRole("alertdialog", { name: "Asking waits for you" });
    await card.getByText("Apply this plan?").waitFor();
    expect(await card.getByRole("button").allTextContents()).toEqual([
      "y",
      "n",
      "Esc",
      "Later",
      "Open terminal",
    ]);
    await card.getByRole("button", { name: "y", exact: true }).tap();
    await daemon.untilScreen(asking.id, "answer-y");
    await card.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Back to the list" }).tap();
  });

  test("the list shows the whole question and no reply without its lines", async () => {
    const { id } = await daemon.create({ name: "Long", command: "cat" });
    const detail = `Which of these should move first: ${"the web client or ".repeat(8)}neither?`;
    await daemon.api.report({ params: { id }, body: { state: "awaiting_input", detail } });
    const waiting = page.getByRole("list", { name: "Sessions that need you" });
    await waiting.getByText(detail).waitFor();
    expect(await waiting.getByRole("button").count()).toBe(
      await waiting.getByRole("listitem").count(),
    );
  });

  test("nothing is wider than the screen, and what is tapped is large enough for a thumb", async () => {
    await page.getByRole("treeitem", { name: /Pocket/ }).tap();
    await page.locator(".key-rows").waitFor();
    const small = await page
      .locator("button:visible, textarea:visible:not(.xterm-helper-textarea)")
      .evaluateAll((all) =>
        all
          .map((one) => ({ box: one.getBoundingClientRect(), name: one.textContent ?? "" }))
          .filter(({ box }) => box.height < 44)
          .map(({ name }) => name),
      );
    expect(small).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
    const font = await page
      .getByRole("textbox", { name: /^Message/ })
      .evaluate((one) => getComputedStyle(one).fontSize);
    expect(font).toBe("16px");
    // While the keyboard takes the room the keys are one row, which scrolls and cuts off none.
    await page.getByRole("textbox", { name: /^Message/ }).focus();
    const cut = await page
      .locator(".key-rows button")
      .evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      );
    expect(cut).toEqual([]);
  });

  test("the page can be installed, and opens while the daemon is away", async () => {
    const manifest = await (await fetch(`${daemon.url}/maestro.webmanifest`)).json();
    expect(manifest).toMatchObject({ display: "standalone", start_url: "/" });
    for (const { src } of (manifest as { icons: { src: string }[] }).icons) {
      expect((await fetch(daemon.url + src)).status).toBe(200);
    }
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
    const kept = await page.evaluate(async () => {
      const cache = await caches.open((await caches.keys())[0] ?? "");
      return (await cache.keys()).map(({ url }) => new URL(url).pathname);
    });
    expect(kept).toContain("/");
    expect(kept.filter((path) => path.startsWith("/api/"))).toEqual([]);
    await daemon.down();
    await page.reload();
    await page.getByText("Connection lost").waitFor();
  });
});
