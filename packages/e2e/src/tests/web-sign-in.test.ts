import { describe, expect, test } from "vitest";
import { eventually } from "../support/test-daemon.ts";
import { CHROMIUM } from "../support/web-page.ts";
import { startPageWorld } from "../support/page-world.ts";

describe.skipIf(CHROMIUM === undefined)("signing a browser in", () => {
  const world = startPageWorld();

  test("without a token the page says how to get in, and shows nothing", async () => {
    await world.daemon.create({ command: "cat", name: "Secret plan" });
    const page = await world.browser.stranger();
    await page.goto(world.daemon.url);
    await page.getByText("maestro open").waitFor();
    expect(await page.content()).not.toContain("Secret plan");
    expect(await page.getByRole("tree").count()).toBe(0);
  });

  test("a link signs in once; its code leaves the address, and no cookie is set", async () => {
    const { url } = await world.daemon.api.createLoginLink();
    const page = await world.browser.stranger();
    await page.goto(url);
    await page.getByRole("tree").waitFor();
    expect(page.url()).toBe(`${world.daemon.url}/`);
    expect(await page.context().cookies()).toEqual([]);
    await page.reload();
    await page.getByRole("treeitem", { name: /Secret plan/ }).waitFor();
    expect((await world.daemon.api.listDevices()).map(({ name }) => name)).toContain(
      "Chrome on Linux",
    );

    const late = await world.browser.stranger();
    await late.goto(url);
    await late.getByText("used before or is too old").waitFor();
    expect(await late.evaluate(() => localStorage.getItem("maestro.token"))).toBeNull();
  });

  test("a device that is signed out elsewhere sees nothing more at once", async () => {
    const page = await world.browser.open(world.daemon);
    await page.getByRole("treeitem", { name: /Secret plan/ }).waitFor();
    const newest = (await world.daemon.api.listDevices()).sort((a, b) =>
      a.created_at < b.created_at ? 1 : -1,
    )[0];
    await world.daemon.api.deleteDevice({ params: { id: newest?.id ?? "" } });
    await page.getByText("This browser was signed out").waitFor();
    expect(await page.content()).not.toContain("Secret plan");
    expect(await page.evaluate(() => localStorage.getItem("maestro.token"))).toBeNull();
  });

  test("devices are listed in the settings and can be signed out there", async () => {
    const page = await world.browser.open(world.daemon);
    await page.getByRole("button", { name: "settings" }).click();
    const devices = page.locator(".devices li");
    await devices.first().waitFor();
    const before = await devices.count();
    await devices.filter({ hasNotText: "this one" }).first().getByRole("button").click();
    await eventually(async () => expect(await devices.count()).toBe(before - 1));
    expect(await world.daemon.api.listDevices()).toHaveLength(before - 1);
  });

  test("the settings make a link for another browser, as text and as a picture", async () => {
    const page = await world.browser.open(world.daemon);
    await page.getByRole("button", { name: "settings" }).click();
    await page.getByRole("button", { name: "Show a one-time link" }).click();
    await page.getByRole("img", { name: "QR code of the link" }).waitFor();
    const other = await world.browser.stranger();
    await other.goto((await page.locator(".pair-link code").textContent()) ?? "");
    await other.getByRole("tree").waitFor();
    expect(other.url()).toBe(`${world.daemon.url}/`);
  });
});
