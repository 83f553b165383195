import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { TestDaemon } from "../support/test-daemon.ts";
import { CHROMIUM, openTerminal, untilTerminal, WebBrowser } from "../support/web-page.ts";

describe.skipIf(CHROMIUM === undefined)("the page and the network", () => {
  let daemon: TestDaemon;
  let browser: WebBrowser;
  let other: Server;
  let asked: IncomingHttpHeaders[];
  beforeAll(async () => {
    [daemon, browser] = await Promise.all([TestDaemon.start(), WebBrowser.start()]);
    asked = [];
    other = createServer((request, response) => {
      asked.push(request.headers);
      response.setHeader("content-type", "text/html").end("<title>an agent's server</title>");
    }).listen(0, "127.0.0.1");
    await once(other, "listening");
  });
  afterEach(() => browser.closePages());
  afterAll(async () => {
    await browser.close();
    other.closeAllConnections();
    other.close();
    await daemon.destroy();
  });

  test("another server of this machine is sent no token, and its pages are refused", async () => {
    const page = await browser.open(daemon);
    const token = await page.evaluate(() => localStorage.getItem("maestro.token"));
    expect(token).toMatch(/^\S{20,}$/);
    const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    await page.goto(address);
    expect(await page.title()).toBe("an agent's server");
    expect(asked.length).toBeGreaterThan(0);
    expect(JSON.stringify(asked)).not.toContain(token);
    expect(asked.every(({ cookie, authorization }) => !cookie && !authorization)).toBe(true);
    const seen = await page.evaluate(async (daemonUrl) => {
      const answer = await fetch(`${daemonUrl}/api/sessions`).then(
        (response) => `answered ${response.status}`,
        () => "refused",
      );
      const socket = await new Promise<string>((resolve) => {
        const attempt = new WebSocket(
          `${daemonUrl.replace("http", "ws")}/api/events`,
          "maestro.v1",
        );
        attempt.addEventListener("open", () => resolve("opened"));
        attempt.addEventListener("error", () => resolve("refused"));
      });
      const stored = localStorage.getItem("maestro.token");
      return { stored, cookies: document.cookie, answer, socket };
    }, daemon.url);
    expect(seen).toEqual({ stored: null, cookies: "", answer: "refused", socket: "refused" });
  });

  test("over a slow network the page opens, attaches and echoes", async () => {
    const { id } = await daemon.create({ command: ["bash", "--norc"], name: "Far away" });
    const page = await browser.open(daemon, {}, { screenReader: true });
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    await network.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 150,
      downloadThroughput: 60_000,
      uploadThroughput: 30_000,
    });
    await page.reload();
    await openTerminal(page, id, "Far away");
    await page.keyboard.type("echo slow-$((6*7))\n");
    await untilTerminal(page, id, "slow-42");
    expect(await daemon.untilScreen(id, "slow-42")).toContain("slow-42");
  });
});
