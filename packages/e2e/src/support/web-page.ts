import { existsSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { eventually, type TestDaemon } from "./test-daemon.ts";

/** Where a browser is, or null where none can be had; in CI there has to be one. */
export const CHROMIUM = [process.env["CHROMIUM"], "/usr/bin/chromium", "/usr/bin/chromium-browser"]
  .filter((path) => path !== undefined)
  .find((path) => existsSync(path));

if (CHROMIUM === undefined) {
  const words = "no Chromium found (set $CHROMIUM): the tests of the web page cannot run";
  if (process.env["CI"] !== undefined) throw new Error(words);
  console.warn(`\n*** maestro: ${words} ***\n`);
}

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A phone of a usual size. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** A real browser and what went wrong in its pages. */
export class WebBrowser {
  /** Errors and refusals of the policy that any page reported. */
  readonly complaints: string[] = [];
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async start(): Promise<WebBrowser> {
    return new WebBrowser(
      await chromium.launch({ executablePath: CHROMIUM ?? "chromium", args: FLAGS }),
    );
  }

  /** A page that nobody signed in yet. */
  async stranger(options: BrowserContextOptions = {}): Promise<Page> {
    // A context of its own: axe needs one that it can open further pages in.
    const context = await this.#browser.newContext({
      viewport: { width: 1440, height: 900 },
      colorScheme: "dark",
      ...options,
    });
    this.#contexts.push(context);
    if (options.deviceScaleFactor !== undefined) {
      // An emulated screen reports its device pixels wrongly here; without them xterm.js reckons.
      await context.addInitScript(() => {
        Reflect.deleteProperty(ResizeObserverEntry.prototype, "devicePixelContentBoxSize");
      });
    }
    const page = await context.newPage();
    page.on("pageerror", (error) => this.complaints.push(String(error.stack ?? error)));
    page.on("console", (message) => {
      if (message.type() !== "error" || isExpected(message.text())) return;
      this.complaints.push(message.text());
    });
    return page;
  }

  /** A signed-in page that shows what the daemon has. */
  async open(
    daemon: TestDaemon,
    options: BrowserContextOptions = {},
    settings: Record<string, unknown> = {},
  ): Promise<Page> {
    const page = await this.stranger(options);
    await page.addInitScript((value) => {
      if (localStorage.getItem("maestro.settings") === null) {
        localStorage.setItem("maestro.settings", value);
      }
    }, JSON.stringify(settings));
    await page.goto((await daemon.api.createLoginLink()).url);
    await page.getByRole("tree").waitFor();
    return page;
  }

  /** Closes the pages of one test: each draws, and together they slow down the next. */
  async closePages(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
  }

  /** Fails where any page had something to complain about. */
  async close(): Promise<void> {
    await this.#browser.close();
    if (this.complaints.length > 0) throw new Error(this.complaints.join("\n\n"));
  }
}

/** A daemon that is away, and an answer that refuses, are the browser's errors and not the page's. */
function isExpected(message: string): boolean {
  return /Failed to load resource|WebSocket connection to|ERR_CONNECTION_REFUSED|blocked by CORS policy/.test(
    message,
  );
}

/** The text that a session's terminal shows in a page, read from the emulator's own accessibility. */
async function terminalText(page: Page, id: string): Promise<string> {
  return page.locator(`[data-session="${id}"] .xterm-accessibility-tree`).innerText();
}

/** Waits until a terminal in a page shows something, and answers all it shows. Needs the page's screen-reader mode. */
export async function untilTerminal(
  page: Page,
  id: string,
  text: string | RegExp,
): Promise<string> {
  return eventually(async () => {
    const shown = (await terminalText(page, id)).replaceAll("\u00a0", " ");
    const holds = typeof text === "string" ? shown.includes(text) : text.test(shown);
    if (!holds) throw new Error(`not in the page's terminal: ${text}\n${shown}`);
    return shown;
  });
}

/** Opens a session by the tree and waits until its terminal has the keys. */
export async function openTerminal(page: Page, id: string, name: string): Promise<void> {
  await page
    .getByRole("treeitem", { name: new RegExp(name) })
    .first()
    .click();
  await page.locator(`[data-session="${id}"] .xterm-screen`).waitFor();
  await page.waitForFunction(
    (wanted) =>
      document.activeElement?.closest("[data-session]")?.getAttribute("data-session") === wanted,
    id,
  );
}

/** What axe finds wrong with a page, one line for each. */
export async function axeFindings(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap((violation) =>
    violation.nodes.map(
      (node) => `${violation.id}: ${node.html.slice(0, 200)} ${node.failureSummary}`,
    ),
  );
}
