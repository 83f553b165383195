import { chmod, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { put, ScratchRepository } from "../support/scratch-repository.ts";
import { TestDaemon } from "../support/test-daemon.ts";
import { axeFindings, CHROMIUM, PHONE, WebBrowser } from "../support/web-page.ts";

describe.skipIf(CHROMIUM === undefined)("what the page tells before a session is started", () => {
  let daemon: TestDaemon;
  let browser: WebBrowser;
  let repository: ScratchRepository;
  beforeAll(async () => {
    [daemon, browser] = await Promise.all([
      TestDaemon.start(async (home) => {
        const codex = join(home, "bin", "codex");
        await put(codex, "#!/bin/sh\nexec sleep 100000\n");
        await chmod(codex, 0o755);
        return { PATH: `${home}/bin:${process.env["PATH"]}` };
      }),
      WebBrowser.start(),
    ]);
    repository = await ScratchRepository.make(daemon);
  });
  afterEach(() => browser.closePages());
  afterAll(async () => {
    await browser.close();
    await daemon.destroy();
  });

  async function openDialog(page: Page) {
    await page.getByRole("button", { name: /^New/ }).first().click();
    const dialog = page.getByRole("dialog", { name: "New session" });
    await dialog.getByLabel("Directory").fill(repository.base);
    return dialog;
  }

  test.each([
    ["a screen", { colorScheme: "light" }],
    ["a phone", PHONE],
  ] as const)(
    "the lines that a worktree will run, whole and harmless, on %s",
    async (_, options) => {
      const file = join(repository.base, ".maestro.toml");
      const long = "x".repeat(3000);
      const lines = [
        "npm ci",
        "printf '<img src=x onerror=alert(1)>'\u202e # \u001b[8m",
        `make \n\n\n${long}`,
      ];
      await put(file, `[worktree]\nrun = ${JSON.stringify(lines)}\n`);
      const page = await browser.open(daemon, options);
      const dialog = await openDialog(page);
      const list = dialog.getByRole("list", { name: /^Runs in it first/ });
      await list.waitFor();
      expect(await list.getByRole("listitem").allTextContents()).toEqual([
        "npm ci",
        "printf '<img src=x onerror=alert(1)>'\ufffd # \ufffd[8m",
        `make \n${long}`,
      ]);
      const width = await list.evaluate((one) => one.scrollWidth - one.clientWidth);
      expect(width).toBeLessThanOrEqual(0);
      // A long line leaves room for the rest of the form.
      expect((await list.boundingBox())?.height).toBeLessThan(120);
      expect(await axeFindings(page)).toEqual([]);
      await rm(file);
      await dialog.getByRole("combobox", { name: "Branch" }).fill("other");
      await list.waitFor({ state: "detached" });
    },
  );

  test("lines that are kept from running, which come as remarks, are not said to run", async () => {
    const file = join(repository.base, ".maestro.toml");
    await put(file, '[worktree]\nrun = ["# npm ci"]\n');
    const dialog = await openDialog(await browser.open(daemon));
    const list = dialog.getByRole("list", { name: /^Asked to run in it, and not run/ });
    await list.waitFor();
    expect(await list.textContent()).toBe("# npm ci");
    await rm(file);
  });

  test("the line that has an agent tell more, where its hooks are missing", async () => {
    const page = await browser.open(daemon);
    const dialog = await openDialog(page);
    await dialog.getByRole("radio", { name: /^Codex/ }).check();
    const line = dialog.getByText("maestro hooks install codex", { exact: true });
    await line.waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByText("Shell", { exact: true }).click();
    await line.waitFor({ state: "detached" });
  });
});
