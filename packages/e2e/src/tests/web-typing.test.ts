import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { CHROMIUM, openTerminal } from "../support/web-page.ts";
import { startPageWorld } from "../support/page-world.ts";

const KEYS = 60;

/** Typed before any time is taken: the first keys run code that is not compiled yet. */
const WARM_UP = 20;

interface Watched {
  watchedSession: string;
  typingTimes: number[];
}

/**
 * Notes how long each key took: from its event, by the browser's own clock, to behind the frame in
 * which xterm.js changed the rows of the watched terminal. A task posted within a frame runs when
 * that frame's style, layout and paint are done.
 */
function watchTyping(): void {
  const page = globalThis as unknown as Watched;
  page.watchedSession = "";
  page.typingTimes = [];
  let pressed: number | null = null;
  const press = ({ key, timeStamp }: KeyboardEvent): void => {
    // Modifiers are keys too, and echo nothing.
    if (key.length === 1) pressed = timeStamp;
  };
  document.addEventListener("keydown", press, true);
  const painted = new MessageChannel();
  painted.port1.addEventListener("message", ({ data }) =>
    page.typingTimes.push(performance.now() - (data as number)),
  );
  painted.port1.start();
  new MutationObserver((changes) => {
    const wanted = `[data-session="${page.watchedSession}"] .xterm-rows`;
    const drawn = changes.some(({ target }) => (target as Element).closest?.(wanted));
    if (pressed === null || !drawn) return;
    painted.port2.postMessage(pressed);
    pressed = null;
  }).observe(document, { childList: true, subtree: true });
}

async function typingTimes(page: Page, session: string): Promise<number[]> {
  await page.evaluate((id) => {
    const watched = globalThis as unknown as Watched;
    watched.watchedSession = id;
    watched.typingTimes.length = 0;
  }, session);
  for (let at = 0; at < WARM_UP + KEYS; at++) {
    await page.keyboard.press("abcdefghij"[at % 10] as string);
    await page.waitForFunction(
      (count) => (globalThis as unknown as Watched).typingTimes.length > count,
      at,
    );
  }
  const times = await page.evaluate(() => (globalThis as unknown as Watched).typingTimes);
  return times.slice(WARM_UP);
}

function told(what: string, times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(share * sorted.length)] ?? 0).toFixed(1);
  return `${what}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`;
}

describe.skipIf(CHROMIUM === undefined)("typing in the page", () => {
  const world = startPageWorld();

  test("every key is echoed and painted, also while another pane floods", async () => {
    const typed = join(world.daemon.home, "typed");
    const echo = ["/bin/sh", "-c", 'stty raw -echo; printf ready; exec tee "$0"', typed];
    const { id } = await world.daemon.create({ command: echo, name: "Typist" });
    const flood = await world.daemon.create({
      command: ["yes", "a flood of lines"],
      name: "Flood",
    });
    const page = await world.browser.stranger();
    await page.addInitScript(watchTyping);
    await page.goto((await world.daemon.api.createLoginLink()).url);
    await page.getByRole("tree").waitFor();
    await openTerminal(page, id, "Typist");
    // The rows as elements: drawn so because this browser has no graphics card.
    const rows = page.locator(`[data-session="${id}"] .xterm-rows`);
    await rows.getByText("ready").waitFor();
    console.log(told("key to paint", await typingTimes(page, id)));
    await page
      .getByRole("treeitem", { name: /Flood/ })
      .first()
      .click({ modifiers: ["Control"] });
    await page.locator(`[data-session="${flood.id}"] .xterm-screen`).waitFor();
    await openTerminal(page, id, "Typist");
    const beside = await typingTimes(page, id);
    console.log(told("key to paint beside a flood", beside));
    expect(beside).toHaveLength(KEYS);
    const all = "abcdefghij".repeat((2 * (WARM_UP + KEYS)) / 10);
    expect(await readFile(typed, "utf8")).toBe(all);
  }, 180_000);
});
