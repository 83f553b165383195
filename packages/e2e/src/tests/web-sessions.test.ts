import { existsSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { leaveWork, ScratchRepository } from "../support/scratch-repository.ts";
import { eventually, TestDaemon } from "../support/test-daemon.ts";
import { CHROMIUM, openTerminal, untilTerminal, WebBrowser } from "../support/web-page.ts";

describe.skipIf(CHROMIUM === undefined)("sessions in the page", () => {
  let daemon: TestDaemon;
  let browser: WebBrowser;
  let repository: ScratchRepository;
  let page: Page;
  beforeAll(async () => {
    [daemon, browser] = await Promise.all([TestDaemon.start(), WebBrowser.start()]);
    repository = await ScratchRepository.make(daemon);
    page = await browser.open(daemon, {}, { screenReader: true });
  });
  afterAll(async () => {
    await browser.close();
    await daemon.destroy();
  });

  const row = (name: string | RegExp) => page.getByRole("treeitem", { name });

  async function inTree(name: string, branch: string, command = "bash --norc") {
    const session = await daemon.create({
      command,
      name,
      worktree: { base_repo: repository.base, branch, create_branch: true },
    });
    await row(name).waitFor();
    return { id: session.id, tree: session.worktree?.path ?? "" };
  }

  test("a session is started in a worktree of its own, by keyboard alone", async () => {
    await page.locator("[data-tree]").focus();
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "New session" });
    await dialog.getByLabel("Directory").fill(repository.base);
    await dialog.getByRole("radio", { name: /^Shell/ }).check();
    await dialog.getByRole("combobox", { name: "Branch" }).fill("from/the-page");
    await dialog.getByLabel("Name").fill("Made here");
    // Where it will be, told by the daemon before anything is made.
    const planned = dialog.getByTitle("Where the worktree will be");
    await planned.getByText("~/.local/share/maestro/worktrees/").waitFor();
    const place = (await planned.textContent())?.replace("~", daemon.home);
    await dialog
      .getByText(`from main ${repository.git(repository.base, "rev-parse", "--short=7", "HEAD")}`)
      .waitFor();
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached" });
    await row(/Made here/).waitFor();
    await page.locator(".terminal-host:focus-within").waitFor();
    const session = (await daemon.api.listSessions()).find(
      ({ metadata }) => metadata["name"] === "Made here",
    );
    expect(session?.worktree).toMatchObject({
      branch: "from/the-page",
      base_repo: repository.base,
    });
    expect(session?.worktree?.path).toBe(place);
    expect(existsSync(place ?? "")).toBe(true);
    await page.keyboard.type("echo typed-$((40+2))\n");
    await untilTerminal(page, session?.id ?? "", "typed-42");
  });

  test("git's refusal stands beside the branch, in git's words, and nothing typed is lost", async () => {
    await page.keyboard.press("Alt+k");
    await page.getByRole("combobox", { name: "Session or command" }).fill("new session");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "New session" });
    await dialog.getByLabel("Directory").fill(repository.base);
    await dialog.getByRole("radio", { name: /^Shell/ }).check();
    // Told while it is typed, and again when it is tried.
    await dialog.getByRole("combobox", { name: "Branch" }).fill("bad..name");
    await dialog.getByRole("alert").getByText("bad..name").waitFor();
    await page.keyboard.press("Control+Enter");
    await dialog.getByRole("button", { name: "Start session" }).waitFor();
    await dialog.getByRole("alert").getByText("bad..name").waitFor();
    await dialog.getByLabel("Directory").fill("/no/such/place");
    await page.keyboard.press("Control+Enter");
    await dialog.getByRole("alert").getByText("/no/such/place").waitFor();
    expect(await dialog.getByRole("combobox", { name: "Branch" }).count()).toBe(0);
    expect(await dialog.getByLabel("Directory").inputValue()).toBe("/no/such/place");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  test("a branch that a session holds leads to that session", async () => {
    await inTree("Holder", "held");
    await page.getByRole("button", { name: /^New/ }).click();
    const dialog = page.getByRole("dialog", { name: "New session" });
    await dialog.getByLabel("Directory").fill(repository.base);
    await dialog.getByText("checked out by session Holder").waitFor();
    await dialog.getByRole("combobox", { name: "Branch" }).fill("held");
    await dialog.getByText("checked out by session Holder").waitFor();
    expect(await dialog.getByRole("button", { name: /Start session/ }).isDisabled()).toBe(true);
    await dialog.getByRole("combobox", { name: "Branch" }).press("Enter");
    await page.getByRole("region", { name: "Holder" }).waitFor();
  });

  test("a name is changed in its place, and Escape leaves it", async () => {
    const { id } = await inTree("Old name", "rename");
    await openTerminal(page, id, "Old name");
    await page.keyboard.press("Control+\\");
    await page.keyboard.press("r");
    const field = page.getByLabel("Name of the session");
    await field.fill("Never kept");
    await field.press("Escape");
    await page.keyboard.press("r");
    await field.fill("New name");
    await field.press("Enter");
    await row(/New name/).waitFor();
    const { metadata } = await daemon.api.getSession({ params: { id } });
    expect(metadata).toMatchObject({ name: "New name", name_source: "user" });
  });

  test("an end with unsaved work is refused by name, and keeping is the first choice", async () => {
    const { id, tree } = await inTree("Unsaved", "unsaved");
    await leaveWork(repository, tree);
    await openTerminal(page, id, "Unsaved");
    await page.keyboard.press("Control+\\");
    await row(/Unsaved/)
      .getByText("±3")
      .waitFor();
    await page.keyboard.press("x");
    const refused = page.getByRole("dialog", {
      name: "Not ended: this worktree holds unsaved work",
    });
    await refused.waitFor();
    for (const words of [
      "1 changed file",
      "a.txt",
      "1 new file",
      "new.txt",
      "1 commit",
      "local work",
    ]) {
      await refused.getByText(words, { exact: true }).first().waitFor();
    }
    await refused.getByText("git push -u origin unsaved").waitFor();
    expect(
      await refused
        .getByRole("button", { name: /Keep working/ })
        .evaluate((one) => one === document.activeElement),
    ).toBe(true);
    await page.keyboard.press("Enter");
    await refused.waitFor({ state: "detached" });
    expect((await daemon.api.getSession({ params: { id } })).status).toBe("running");

    await daemon.until(id, ({ blocked_work: work }) => work !== null);
    await row(/Unsaved/)
      .getByText("±3")
      .waitFor();
    await page.locator("[data-tree]").focus();
    await page.keyboard.press("x");
    await refused.getByRole("button", { name: "End session, keep worktree" }).click();
    await row(/Unsaved/).waitFor({ state: "detached" });
    expect(existsSync(tree)).toBe(true);
    await page.getByRole("button", { name: /Retained worktrees/ }).click();
    await page.getByText("You ended it with work in it").waitFor();
    await page.locator(".retained-row .size", { hasText: /^\d+ kB$/ }).waitFor();
    // No session is there to be asked any more; the tree itself is.
    expect((await daemon.api.listSessions()).filter((one) => one.worktree?.path === tree)).toEqual(
      [],
    );
    await page.keyboard.press("d");
    const view = page.getByRole("region", { name: "Changes" });
    await view.getByRole("heading", { name: "Changes in Unsaved" }).waitFor();
    await view.getByRole("heading", { name: "Commits on no remote" }).waitFor();
    await view.locator(".diff-code-insert").first().waitFor();
    await page.keyboard.press("Escape");
    await view.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /Save a copy and reclaim/ }).click();
    await page
      .getByRole("alert")
      .getByText(/saved under refs\/maestro\/rescue\/unsaved/)
      .waitFor();
    expect(existsSync(tree)).toBe(false);
    await page.getByRole("button", { name: /Rescued copies/ }).click();
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("alert").getByText("Restored to").waitFor();
    await page.getByRole("button", { name: "Back to the sessions" }).click();
  });

  test("a program that runs is not ended by one key", async () => {
    const { id } = await inTree("Clean", "clean", "cat");
    await row(/Clean/).click();
    await page.keyboard.press("Control+\\");
    await page.keyboard.press("x");
    const asked = page.getByRole("dialog", { name: "End Clean?" });
    await asked.getByText("cat is still running").waitFor();
    await page.keyboard.press("Escape");
    await asked.waitFor({ state: "detached" });
    expect((await daemon.api.getSession({ params: { id } })).status).toBe("running");
    await page.keyboard.press("x");
    await asked.getByRole("button", { name: "End session" }).click();
    await row(/Clean/).waitFor({ state: "detached" });
  });

  test("changes show what the worktree holds against its base", async () => {
    const { id, tree } = await inTree("Changing", "changing");
    await leaveWork(repository, tree);
    await openTerminal(page, id, "Changing");
    await page.getByRole("region", { name: "Changing" }).getByLabel("Show changes").click();
    const view = page.getByRole("region", { name: "Changes" });
    await view.getByRole("heading", { name: "New, not in git" }).waitFor();
    await view.locator(".diff-code-insert", { hasText: "two" }).waitFor();
    expect(await view.locator(".totals").textContent()).toContain("3 files");
    await page.keyboard.press("Escape");
    await view.waitFor({ state: "detached" });
  });

  test("everything is found by the command bar, and it never needs a pointer", async () => {
    const { id } = await inTree("Needle", "needle");
    await page.locator("[data-tree]").focus();
    await page.keyboard.press("Control+k");
    const bar = page.getByRole("combobox", { name: "Session or command" });
    await bar.fill("ndl");
    await page.getByRole("option", { name: /Needle/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Needle" }).waitFor();
    await page.locator(`[data-session="${id}"]`).waitFor();
    await eventually(async () =>
      expect(
        await page.evaluate(() =>
          document.activeElement?.closest("[data-session]")?.getAttribute("data-session"),
        ),
      ).toBe(id),
    );
    await page.keyboard.press("Alt+k");
    await bar.fill("overview");
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: "Overview" }).waitFor();
    await page.keyboard.press("Control+k");
    await bar.fill("holder");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("region", { name: "Holder" }).waitFor();
    expect(await page.getByRole("region", { name: "Needle" }).count()).toBe(1);
    await page.keyboard.press("Alt+k");
    await page.keyboard.press("Escape");
    await bar.waitFor({ state: "detached" });
  });

  test("panes are remembered", async () => {
    const shown = () =>
      page.locator(".pane").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
    const before = await shown();
    expect(before.length).toBeGreaterThan(1);
    await page.reload();
    await eventually(async () => expect(await shown()).toEqual(before));
  });

  test("who needs somebody stands in the strip with the question, and in the title", async () => {
    const { id } = await inTree("Asking", "asking", "cat");
    await daemon.api.report({
      params: { id },
      body: { state: "awaiting_input", detail: "Which one?" },
    });
    const strip = page.getByRole("list", { name: "Sessions that need you" });
    await strip.getByText("Which one?").waitFor();
    await eventually(async () => expect(await page.title()).toMatch(/^\(1\) /));
    expect(await page.locator('link[rel="icon"]').getAttribute("href")).toMatch(/^data:image/);
    await page.keyboard.press("Alt+j");
    await page.getByRole("region", { name: "Asking" }).waitFor();
    // Looked at for two seconds it counts as seen: the daemon says so, to all.
    await strip.waitFor({ state: "detached" });
    await eventually(async () => expect(await page.title()).not.toMatch(/^\(/));
  });

  test("the tree is filtered by words, and says when nothing fits", async () => {
    await page.locator("[data-tree]").focus();
    await page.keyboard.press("/");
    await page.keyboard.type("needle");
    await eventually(async () => expect(await page.locator(".row-session").count()).toBe(1));
    await page.keyboard.type(" nothing");
    await page.getByText("Nothing matches “needle nothing”.").waitFor();
    await page.keyboard.press("Escape");
    await row(/Holder/).waitFor();
  });
});
