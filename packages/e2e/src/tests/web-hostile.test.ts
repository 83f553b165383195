import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { CHROMIUM, openTerminal, untilTerminal } from "../support/web-page.ts";
import { startPageWorld } from "../support/page-world.ts";

const MARKUP = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
const BIDI = "\u202egnp.exe\u2066 \u200f";

describe.skipIf(CHROMIUM === undefined)("hostile text in the page", () => {
  const world = startPageWorld();

  test("names, directories, reports and titles are text, in one line, whatever they hold", async () => {
    const directory = join(world.daemon.home, MARKUP.replaceAll("/", ""));
    await mkdir(directory);
    const session = await world.daemon.create({
      cwd: directory,
      name: `${BIDI}${MARKUP}${"x".repeat(9_000)}`,
      command: ["bash", "-c", `printf '\\033]0;${MARKUP.replaceAll("'", "'\\''")}\\007'; exec cat`],
    });
    const detail = `${BIDI}${MARKUP} ${"y".repeat(5_000)}`;
    await world.daemon.api.report({
      params: { id: session.id },
      body: { state: "awaiting_input", detail },
    });
    const page = await world.browser.open(world.daemon);
    await page.getByRole("list", { name: "Sessions that need you" }).waitFor();
    await page.getByRole("treeitem").nth(1).click();
    await page.locator(`[data-session="${session.id}"] .xterm-screen`).waitFor();
    await page.keyboard.press("Alt+k");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Escape");
    for (const key of ["o", "w"]) {
      await page.locator("[data-tree]").focus();
      await page.keyboard.press(key);
    }
    expect(await page.title()).not.toContain("owned");
    expect(await page.locator("img, script:not([src])").count()).toBe(0);
    const text = (await page.locator("body").innerText()) + (await page.title());
    expect(text).toContain("<img");
    expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200f]/);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(wide).toBe(false);
  });

  test("a program's output is shown as a terminal shows it, and nothing else happens", async () => {
    const session = await world.daemon.create({ name: "Output", command: ["cat"] });
    const page = await world.browser.open(world.daemon, {}, { screenReader: true });
    await openTerminal(page, session.id, "Output");
    await page.keyboard.type(`${MARKUP}\n`);
    await untilTerminal(page, session.id, MARKUP);
    expect(await page.locator("img, script:not([src])").count()).toBe(0);
    expect(await page.title()).not.toContain("owned");
  });

  test("a flood neither stops the page nor the keys", async () => {
    const session = await world.daemon.create({ name: "Flood", command: ["bash", "--norc"] });
    const page = await world.browser.open(world.daemon, {}, { screenReader: true });
    await openTerminal(page, session.id, "Flood");
    await page.keyboard.type("yes \"$(printf 'x%.0s' {1..200})\"\n");
    await untilTerminal(page, session.id, "xxxx");
    await page.keyboard.press("Control+c");
    // The terminal driver throws away what was typed before the interrupt took effect.
    await untilTerminal(page, session.id, /\^C\s+bash-/);
    await page.keyboard.type("clear; echo still-$((1+1))-here\n");
    expect(await untilTerminal(page, session.id, "still-2-here")).not.toContain("xxxx");
  });
});
