import { afterAll, afterEach, beforeAll } from "vitest";
import { TestDaemon } from "./test-daemon.ts";
import { WebBrowser } from "./web-page.ts";

/** A daemon and a browser for all tests of a `describe`; each test begins without a page. */
export interface PageWorld {
  readonly daemon: TestDaemon;
  readonly browser: WebBrowser;
}

/** To be called where the tests are described: both are there once the first of them runs. */
export function startPageWorld(): PageWorld {
  let started: PageWorld | null = null;
  const there = (): PageWorld => {
    if (started === null) throw new Error("the daemon and the browser start with the first test");
    return started;
  };
  beforeAll(async () => {
    const [daemon, browser] = await Promise.all([TestDaemon.start(), WebBrowser.start()]);
    started = { daemon, browser };
  });
  afterEach(() => there().browser.closePages());
  afterAll(async () => {
    await there().browser.close();
    await there().daemon.destroy();
  });
  return {
    get daemon() {
      return there().daemon;
    },
    get browser() {
      return there().browser;
    },
  };
}
