import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { leaveWork, ScratchRepository } from "../support/scratch-repository.ts";
import { TestDaemon } from "../support/test-daemon.ts";
import { axeFindings, CHROMIUM, PHONE, WebBrowser } from "../support/web-page.ts";

let checkout = "";

const VIEWS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  panes: async (page) => {
    await page.getByRole("treeitem", { name: /Unsaved/ }).click();
    await page.getByRole("treeitem", { name: /Ended/ }).click({ modifiers: ["Control"] });
    await page.getByText("Read only.").waitFor();
    await page.locator(".xterm-screen").nth(1).waitFor();
  },
  "command bar": async (page) => {
    await page.keyboard.press("Alt+k");
    await page.getByRole("option").first().waitFor();
  },
  "new session": async (page) => {
    await page.getByRole("button", { name: /^New/ }).click();
    await page.getByLabel("Directory").fill(checkout);
    await page.getByRole("option", { name: /Create/ }).waitFor();
    await page.locator(".planned-path").waitFor();
  },
  guard: async (page) => {
    await page.getByRole("region", { name: "Unsaved" }).getByLabel("End session").click();
    const end = page.getByRole("dialog").getByRole("button", { name: "End session", exact: true });
    const refused = page.getByText("Not ended");
    await end.or(refused).first().waitFor();
    if (await end.isVisible()) await end.click();
    await refused.waitFor();
  },
  retained: async (page) => {
    await page.getByRole("button", { name: /Retained worktrees/ }).click();
    await page.getByText("You ended it with work in it").waitFor();
    await page.getByText("1 changed file").waitFor();
  },
  "changes of a retained worktree": async (page) => {
    await page.getByRole("button", { name: /Retained worktrees/ }).click();
    await page.getByRole("button", { name: /Show changes/ }).click();
    await page.locator(".diff-code-insert").first().waitFor();
  },
  changes: async (page) => {
    await page.getByRole("region", { name: "Unsaved" }).getByLabel("Show changes").click();
    await page.locator(".diff-code-insert").first().waitFor();
  },
  overview: async (page) => {
    await page.locator("[data-tree]").focus();
    await page.keyboard.press("o");
    await page.getByRole("region", { name: "Overview" }).waitFor();
  },
  settings: async (page) => {
    await page.getByRole("button", { name: "settings" }).click();
    await page.getByRole("button", { name: "Show a one-time link" }).click();
    await page.getByRole("img", { name: /QR/ }).waitFor();
  },
  keys: async (page) => {
    await page.getByRole("button", { name: "? keys" }).click();
    await page.getByRole("heading", { name: "Inside a terminal" }).waitFor();
  },
  why: async (page) => {
    await page
      .getByRole("button", { name: /why this state/ })
      .first()
      .click();
    await page.getByText("decides").waitFor();
  },
};

describe.skipIf(CHROMIUM === undefined)("what axe finds", () => {
  let daemon: TestDaemon;
  let browser: WebBrowser;
  beforeAll(async () => {
    [daemon, browser] = await Promise.all([TestDaemon.start(), WebBrowser.start()]);
    const repository = await ScratchRepository.make(daemon);
    checkout = repository.base;
    const inTree = async (name: string) => {
      const worktree = { base_repo: repository.base, branch: name, create_branch: true };
      const session = await daemon.create({ command: "bash --norc", name, worktree });
      await leaveWork(repository, session.worktree?.path ?? "");
      return session.id;
    };
    await inTree("Unsaved");
    const left = await inTree("Left");
    await daemon.api.killSession({ params: { id: left }, query: { force: "true" } });
    const ended = await daemon.create({ command: "exit 3", name: "Ended" });
    await daemon.until(ended.id, ({ status }) => status === "dead");
    const asks = await daemon.create({ command: "cat" });
    const body = { state: "awaiting_input", detail: "Which one?" } as const;
    await daemon.api.report({ params: { id: asks.id }, body });
    const fails = await daemon.create({ command: "cat", name: "Fails" });
    await daemon.api.report({ params: { id: fails.id }, body: { state: "error" } });
  });
  afterAll(async () => {
    await browser.close();
    await daemon.destroy();
  });

  describe.each(["dark", "light"] as const)("on a desk, %s", (colorScheme) => {
    let page: Page;
    beforeAll(async () => {
      page = await browser.open(daemon, { colorScheme });
    });
    afterAll(() => browser.closePages());

    // The panes come first: the other views are reached from them.
    test.each(Object.entries(VIEWS))("nothing, %s", async (_, show) => {
      await show(page);
      expect(await axeFindings(page)).toEqual([]);
      if (await page.getByRole("dialog").isVisible()) await page.keyboard.press("Escape");
      const back = page.getByRole("button", { name: /^Back to the/ });
      while (await back.isVisible()) await back.click();
    });
  });

  test.each(["dark", "light"] as const)("nothing, on a phone, %s", async (colorScheme) => {
    const page = await browser.open(daemon, { ...PHONE, colorScheme });
    const found: string[] = await axeFindings(page);
    await page.getByRole("treeitem", { name: /Unsaved/ }).click();
    await page.locator(".xterm-screen").waitFor();
    found.push(...(await axeFindings(page)));
    await page.getByRole("button", { name: "More" }).click();
    found.push(...(await axeFindings(page)));
    await browser.closePages();
    expect(found).toEqual([]);
  });

  test("nothing, signed out and empty", async () => {
    const page = await browser.stranger({ colorScheme: "light" });
    await page.goto(daemon.url);
    await page.getByText("maestro open").waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const empty = await TestDaemon.start();
    try {
      const fresh = await browser.open(empty);
      await fresh.getByText("No sessions yet").waitFor();
      expect(await axeFindings(fresh)).toEqual([]);
    } finally {
      await empty.destroy();
    }
  });
});
