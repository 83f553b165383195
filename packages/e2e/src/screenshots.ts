import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { DemoWorld } from "./demo/demo-world.ts";
import { indexedPng, type Pixels } from "./demo/indexed-png.ts";
import { PHONE, WebBrowser } from "./support/web-page.ts";

/** How many seconds of the pictures pass in one of ours: their sessions are as old as real ones. */
const HASTE = 24;

/** A page in which time passes as quickly as it says. */
interface Hasty {
  haste: number;
}

/** Those that the README shows; every view is made where another folder is named. */
const README: readonly string[] = [
  "desktop-dark",
  "desktop-light",
  "end-guard-dark",
  "changes-dark",
  "phone-list",
  "phone-waiting",
];

const [out = "docs/images", only] = process.argv.slice(2);

/** Makes pictures of the page as a real daemon fills it. */
async function takePictures(): Promise<void> {
  await mkdir(out, { recursive: true });
  const world = await DemoWorld.start();
  const browser = await WebBrowser.start();
  try {
    const first = await browser.open(world.daemon);
    await first.getByText("No sessions yet").waitFor();
    await settle(first);
    await picture(first, "first-run");
    await world.fill();
    for (const theme of ["dark", "light"] as const) {
      const page = await openHasty(browser, world, { colorScheme: theme });
      await desktop(page, theme);
      await browser.closePages();
    }
    for (const colorScheme of ["dark", "light"] as const) {
      await phone(await openHasty(browser, world, { ...PHONE, colorScheme }), world, colorScheme);
      await browser.closePages();
    }
    await many(browser, world);
  } finally {
    await browser.close();
    await world.destroy();
  }
}

async function openHasty(
  browser: WebBrowser,
  world: DemoWorld,
  options: BrowserContextOptions,
): Promise<Page> {
  const page = await browser.stranger(options);
  await page.addInitScript((haste) => {
    const parse = Date.parse;
    Object.assign(globalThis, { haste });
    Date.parse = (text) => {
      const [then, now] = [parse(text), Date.now()];
      return then < now ? now - (now - then) * (globalThis as unknown as Hasty).haste : then;
    };
  }, HASTE);
  await page.goto((await world.daemon.api.createLoginLink()).url);
  await page.getByRole("treeitem", { name: /Photo import/ }).waitFor();
  return page;
}

async function desktop(page: Page, theme: string): Promise<void> {
  const row = (name: string) => page.getByRole("treeitem", { name: new RegExp(name) });
  await row("Flaky retry test").click();
  await row("Tile cache eviction").click({ modifiers: ["Control"] });
  await settle(page, 2);
  await picture(page, `desktop-${theme}`);
  await page.keyboard.press("Alt+k");
  await page.getByRole("combobox").fill("re");
  await picture(page, `command-bar-${theme}`);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+\\");
  await page.keyboard.press("n");
  await page.getByRole("combobox", { name: "Branch" }).fill("fl");
  await page.getByLabel("Prompt").fill("Upload tests fail about once a day in CI. Find the cause.");
  await settle(page);
  await picture(page, `new-session-${theme}`);
  await page.keyboard.press("Escape");
  await page.getByRole("region", { name: "Flaky retry test" }).getByLabel("End session").click();
  await page.getByText("Not ended").waitFor();
  await picture(page, `end-guard-${theme}`);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /Retained worktrees/ }).click();
  await page.getByText("1 changed file").waitFor();
  await settle(page);
  await picture(page, `retained-${theme}`);
  await page.getByRole("button", { name: /Back/ }).click();
  await page.getByRole("region", { name: "Flaky retry test" }).getByLabel("Show changes").click();
  await page.getByText("pub struct Backoff").first().waitFor();
  await picture(page, `changes-${theme}`);
  await page.getByRole("button", { name: "Side by side" }).click();
  await picture(page, `changes-side-by-side-${theme}`);
  await page.getByRole("button", { name: /Back/ }).click();
  await page.getByRole("button", { name: "settings" }).click();
  await page.getByRole("button", { name: "Show a one-time link" }).click();
  await settle(page);
  await picture(page, `settings-${theme}`);
  await page.keyboard.press("Escape");
  await page.locator("[data-tree]").focus();
  await page.keyboard.press("?");
  await picture(page, `keys-${theme}`);
  await page.keyboard.press("Escape");
  await page
    .getByRole("button", { name: /why this state/ })
    .first()
    .click();
  await settle(page);
  await picture(page, `why-${theme}`);
  await page.keyboard.press("Escape");
  await row("Rate limits").click();
  await row("Bench the decoder").click({ modifiers: ["Control"] });
  await row("Photo import").click({ modifiers: ["Control"] });
  await settle(page, 4);
  await picture(page, `pane-states-${theme}`);
}

async function phone(page: Page, world: DemoWorld, theme: "dark" | "light"): Promise<void> {
  const name = (view: string): string => (theme === "dark" ? view : `${view}-${theme}`);
  await settle(page);
  await picture(page, name("phone-list"));
  await page.getByRole("button", { name: /Retained/ }).click();
  await page.getByText("1 changed file").waitFor();
  await picture(page, name("phone-retained"));
  await page.getByRole("button", { name: /Sessions/ }).click();
  // Seen in the dark, it no longer asks in the light.
  await page.getByText("Flaky retry test").first().click();
  await settle(page, 1);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("button", { name: /Fit the terminal/ }).click();
  await settle(page, 1);
  await picture(page, name("phone-terminal"));
  await page.getByRole("button", { name: "Show changes" }).click();
  await page.getByText("pub struct Backoff").first().waitFor();
  await picture(page, name("phone-changes"));
  await page.getByRole("button", { name: "Back to the session" }).click();
  await settle(page, 1);
  // What came up a moment ago must not be of yesterday by the time the picture is taken.
  await page.evaluate(() => Object.assign(globalThis, { haste: 1 }));
  await world.ask("Terraform drift", `Apply this plan?${theme === "dark" ? "" : " Again?"}`);
  await page.getByRole("alertdialog").waitFor();
  await settle(page);
  await picture(page, name("phone-waiting"));
  await page.getByRole("button", { name: "Later" }).click();
  await page.getByRole("button", { name: "Back to the list" }).click();
  await page.getByRole("button", { name: "New session" }).click();
  await page.locator(".planned-path").waitFor();
  await settle(page);
  await picture(page, name("phone-new"));
}

async function many(browser: WebBrowser, world: DemoWorld): Promise<void> {
  const page = await browser.stranger();
  await page.goto((await world.daemon.api.createLoginLink()).url);
  await page.getByRole("treeitem").first().waitFor();
  await page.keyboard.press("o");
  await settle(page);
  await picture(page, "overview");
}

/** Waits until what is fetched after the first paint is there, and so many terminals are drawn. */
async function settle(page: Page, terminals = 0): Promise<void> {
  await page.waitForLoadState("networkidle");
  if (terminals > 0) await page.locator(".xterm-screen").first().waitFor();
  await page.waitForTimeout(700);
}

async function picture(page: Page, name: string): Promise<void> {
  if (
    only === undefined ? out === "docs/images" && !README.includes(name) : !name.startsWith(only)
  ) {
    return;
  }
  const whole = (await page.screenshot()).toString("base64");
  await writeFile(join(out, `${name}.png`), indexedPng(await pixelsOf(page, whole)));
}

/** The pixels of a picture, read by a page of its own: the one that is shown loads no pictures. */
async function pixelsOf(shown: Page, png: string): Promise<Pixels> {
  const page = await shown.context().newPage();
  const { width, height, base64 } = await page.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d");
    context?.drawImage(bitmap, 0, 0);
    const rgba = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
    const parts: string[] = [];
    for (let at = 0; at < rgba.length; at += 0x8000) {
      parts.push(String.fromCharCode(...rgba.slice(at, at + 0x8000)));
    }
    return { width: bitmap.width, height: bitmap.height, base64: btoa(parts.join("")) };
  }, png);
  await page.close();
  return { width, height, rgba: Buffer.from(base64, "base64") };
}

await takePictures();
