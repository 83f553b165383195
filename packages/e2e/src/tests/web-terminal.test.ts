import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { eventually } from "../support/test-daemon.ts";
import { CHROMIUM, openTerminal, untilTerminal } from "../support/web-page.ts";
import { startPageWorld } from "../support/page-world.ts";

const SHELL = { command: ["bash", "--norc", "--noprofile"], env: { PS1: "$ " } };

describe.skipIf(CHROMIUM === undefined)("a terminal in the page", () => {
  const world = startPageWorld();

  async function shell(name: string): Promise<{ id: string; page: Page }> {
    const { id } = await world.daemon.create({ ...SHELL, name });
    const page = await world.browser.open(world.daemon, {}, { screenReader: true });
    await openTerminal(page, id, name);
    await untilTerminal(page, id, "$ ");
    return { id, page };
  }

  test("what is typed reaches the shell, and what it answers is shown", async () => {
    const { id, page } = await shell("echo");
    await page.keyboard.type("echo $((6*7)) \"in 'quotes'\"\n");
    await untilTerminal(page, id, "42 in 'quotes'");
    expect(await world.daemon.untilScreen(id, "42 in 'quotes'")).toContain("echo $((6*7))");
  });

  test("a full-screen program comes and goes, and the screen before it comes back", async () => {
    const { id, page } = await shell("vim");
    await page.keyboard.type("vim -u NONE -N notes.txt\n");
    await untilTerminal(page, id, "~");
    await page.keyboard.type("ihello from vim");
    await page.keyboard.press("Escape");
    await page.keyboard.type(":wq\n");
    await untilTerminal(page, id, /\$ vim -u NONE/);
    await page.keyboard.type("cat notes.txt\n");
    expect(await untilTerminal(page, id, "hello from vim\n")).not.toContain("~\n");
  });

  test("two pages show the same at the smaller size, and both may type", async () => {
    const { id, page } = await shell("shared");
    const other = await world.browser.open(
      world.daemon,
      { viewport: { width: 900, height: 500 } },
      {
        screenReader: true,
      },
    );
    await openTerminal(other, id, "shared");
    await page.keyboard.type("echo from-$((1+1))\n");
    await untilTerminal(other, id, "from-2");
    await other.keyboard.type("tput cols; echo from-$((1+2))\n");
    await untilTerminal(page, id, "from-3");
    const sizes = await Promise.all(
      [page, other].map((one) => one.locator(".status .size").textContent()),
    );
    expect(sizes[0]).toBe(sizes[1]);
    await untilTerminal(page, id, new RegExp(`^${sizes[0]?.split(" ")[0]}$`, "m"));
  });

  test("a program's questions to its terminal are answered once, whoever is attached", async () => {
    const { id, page } = await shell("queries");
    const other = await world.browser.open(world.daemon, {}, { screenReader: true });
    await openTerminal(other, id, "queries");
    const ask = join(world.daemon.home, "ask.sh");
    const questions =
      "\\033[c\\033[6n\\033[>q\\033]11;?\\007\\033[?2026$p\\033P$qm\\033\\\\\\033[?1004h";
    await writeFile(
      ask,
      `stty raw -echo; printf '${questions}'; timeout --foreground 2 cat >answers; stty sane; printf '\\033[?1004l'
       count() { grep -aoE "$1" answers | wc -l; }
       echo "DA $(count '\\[\\?[0-9;]*c') CPR $(count '\\[[0-9]+;[0-9]+R') focus $(count '\\[[IO]$')"`,
    );
    await page.keyboard.type("bash ask.sh\n");
    expect(await untilTerminal(page, id, /DA \d+ CPR/)).toContain("DA 1 CPR 1 focus 0");
  });

  test("a paste arrives as one, in marks where the program asked for them", async () => {
    const { id, page } = await shell("paste");
    const paste = (text: string): Promise<void> =>
      page.evaluate((pasted) => {
        const data = new DataTransfer();
        data.setData("text/plain", pasted);
        const target = document.activeElement ?? document.body;
        target.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
      }, text);
    // bash asks for marks itself and takes that back before a command runs.
    await page.keyboard.type("echo now-$((1+1)); cat -v\n");
    await untilTerminal(page, id, "now-2");
    await paste("plain\n");
    await untilTerminal(page, id, /plain\s+plain/);
    await page.keyboard.press("Control+d");
    await page.keyboard.type("printf 'marked\\033[?2004h\\n' | tr a-m a-m; cat -v\n");
    await untilTerminal(page, id, /^marked$/m);
    await paste("one\ntwo\n");
    await untilTerminal(page, id, "^[[200~one");
    expect((await world.daemon.untilScreen(id, "201~")).match(/200~/g)?.length).toBeLessThanOrEqual(
      2,
    );
  });

  test("a program's clipboard request is asked about, and never answered by itself", async () => {
    const { id, page } = await shell("osc52");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(() => navigator.clipboard.writeText("before"));
    const set = Buffer.from("from the program").toString("base64");
    await page.keyboard.type(`printf '\\033]52;c;${set}\\007'; printf '\\033]52;c;?\\007'\n`);
    const bar = page.getByRole("alertdialog", { name: "Clipboard" });
    await bar.waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("before");
    await bar.getByRole("button", { name: "Copy" }).click();
    await bar.waitFor({ state: "detached" });
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("from the program");
    await page.keyboard.type("echo typed-after\n");
    await untilTerminal(page, id, "typed-after");
  });

  test("a link under another text shows where it leads before it is followed", async () => {
    const { id, page } = await shell("osc8");
    await page.keyboard.type(
      "clear; printf '\\033]8;;https://evil.example/x\\033\\\\https://good.example\\033]8;;\\033\\\\\\n'\n",
    );
    await untilTerminal(page, id, /^https:\/\/good\.example/m);
    const box = await page.locator(`[data-session="${id}"] .xterm-screen`).boundingBox();
    await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 9);
    await page.locator(".link-target").waitFor();
    expect(await page.locator(".link-target").textContent()).toBe("https://evil.example/x");
    await page.mouse.click((box?.x ?? 0) + 40, (box?.y ?? 0) + 9);
    const dialog = page.getByRole("dialog");
    await dialog.getByText("https://evil.example/x").waitFor();
    expect(await dialog.getByRole("link").getAttribute("rel")).toBe("noopener noreferrer");
    await dialog.getByRole("button", { name: /Stay here/ }).click();
    expect(page.context().pages()).toHaveLength(1);
  });

  test("a daemon that is started again finds the open page, with the same screen", async () => {
    const { id, page } = await shell("restart");
    await page.keyboard.type("echo before-the-restart\n");
    await untilTerminal(page, id, "before-the-restart\n");
    const port = new URL(world.daemon.url).port;
    await world.daemon.down();
    await page.getByText("Connection lost").waitFor();
    await page.getByText(/Reconnecting, \d+ s. Keys are not sent/).waitFor();
    await page.keyboard.type("lost");
    await world.daemon.up();
    expect(new URL(world.daemon.url).port).toBe(port);
    await page.getByText("Connected", { exact: true }).waitFor();
    await page.getByText(/Reconnecting/).waitFor({ state: "detached" });
    await page.keyboard.type("echo after-the-restart\n");
    await untilTerminal(page, id, "after-the-restart\n");
    await eventually(async () => {
      const { content } = await world.daemon.api.getScreen({ params: { id }, query: {} });
      expect(content).toContain("before-the-restart");
      expect(content).not.toContain("lost");
    });
  });
});
