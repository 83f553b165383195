import type { Activity } from "@maestro/protocol";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { eventually } from "../support/test-daemon.ts";
import { CHROMIUM, openTerminal } from "../support/web-page.ts";
import { startPageWorld } from "../support/page-world.ts";

/** What a page asked the system to show, and what it took away again. */
interface Raised {
  readonly shown: string[];
  readonly closed: string[];
  readonly made: Notification[];
  asked: number;
}

/** Stands before the real `Notification`: the permission is the browser's own. */
function watchNotifications(): void {
  const raised: Raised = { shown: [], closed: [], made: [], asked: 0 };
  Object.assign(globalThis, { raised });
  const ask = Notification.requestPermission.bind(Notification);
  Notification.requestPermission = () => {
    raised.asked += 1;
    return ask();
  };
  globalThis.Notification = new Proxy(Notification, {
    construct(target, [title, options]: [string, NotificationOptions]) {
      const made = new target(title, options);
      const close = made.close.bind(made);
      made.close = () => {
        raised.closed.push(title);
        close();
      };
      raised.shown.push(`${title} | ${options.body}`);
      raised.made.push(made);
      return made;
    },
  });
}

describe.skipIf(CHROMIUM === undefined)("notifications of a real browser", () => {
  const world = startPageWorld();

  const raisedBy = (page: Page) =>
    page.evaluate(() => (globalThis as unknown as { raised: Raised }).raised);
  const report = (id: string, state: Activity, detail?: string) =>
    world.daemon.api.report({
      params: { id },
      body: { state, ...(detail === undefined ? {} : { detail }) },
    });
  const working = async (name: string, command = "cat") => {
    const { id } = await world.daemon.create({ command, name });
    await report(id, "active");
    return id;
  };

  async function open(settings: Record<string, unknown> = { notifications: true }) {
    const page = await world.browser.stranger({ permissions: ["notifications"] });
    await page.context().addInitScript(watchNotifications);
    await page.context().addInitScript((value) => {
      if (localStorage.getItem("maestro.settings") === null) {
        localStorage.setItem("maestro.settings", value);
      }
    }, JSON.stringify(settings));
    await page.goto((await world.daemon.api.createLoginLink()).url);
    await page.getByRole("tree").waitFor();
    return page;
  }

  async function endAll() {
    for (const { id } of await world.daemon.api.listSessions()) {
      await world.daemon.api.killSession({ params: { id }, query: {} });
    }
  }

  /** What was told by the time that something told last is there. */
  async function toldBy(pages: readonly Page[], last: string): Promise<string[]> {
    return eventually(async () => {
      const all = (await Promise.all(pages.map(raisedBy))).flatMap(({ shown }) => shown);
      expect(all.some((one) => one.startsWith(last))).toBe(true);
      return all;
    });
  }

  test("one for each turn, with the question, and none for what says itself again", async () => {
    const page = await open();
    const id = await working("Asker");
    await page.getByRole("treeitem", { name: /Asker/ }).waitFor();
    await report(id, "awaiting_input", "Deploy?");
    await report(id, "awaiting_input", "Deploy?");
    await report(id, "active");
    await report(id, "error", "Overloaded");
    await report(id, "error", "Overloaded");
    const failing = await working("Failing", "read -r line; exit 3");
    await world.daemon.api.sendInput({ params: { id: failing }, body: { text: "", submit: true } });
    expect(await toldBy([page], "Failing")).toEqual([
      "Asker: waits for you | Deploy?",
      "Asker: error | Overloaded",
      "Failing: ended with a failure | exit code 3",
    ]);
    // It has been answered: the notification has nothing more to say.
    await report(id, "active");
    await eventually(async () => expect((await raisedBy(page)).closed.at(-1)).toBe("Asker: error"));
    await world.daemon.api.killSession({ params: { id: failing }, query: {} });
    await eventually(async () =>
      expect((await raisedBy(page)).closed.at(-1)).toBe("Failing: ended with a failure"),
    );
  });

  test("none for what somebody has in focus, here or in another browser", async () => {
    const [page, elsewhere] = [await open(), await world.browser.open(world.daemon)];
    const [here, there] = [await working("Here"), await working("There")];
    await openTerminal(page, here, "Here");
    await openTerminal(elsewhere, there, "There");
    for (const id of [here, there]) {
      await world.daemon.until(id, (session) => session.last_focused_at !== null);
      await report(id, "error", "Seen");
    }
    const last = await working("Unseen");
    await report(last, "awaiting_input", "Look?");
    expect(await toldBy([page], "Unseen")).toEqual(["Unseen: waits for you | Look?"]);
  });

  test("two pages of one browser say it once, and the second speaks when the first is closed", async () => {
    const first = await open();
    const second = await first.context().newPage();
    await second.goto(world.daemon.url);
    await second.getByRole("tree").waitFor();
    const id = await working("Once");
    for (const page of [first, second]) {
      await page.getByRole("treeitem", { name: /Once/ }).waitFor();
    }
    await report(id, "awaiting_input", "One?");
    await report(id, "active");
    await report(id, "error", "Two");
    expect(await toldBy([first, second], "Once: error")).toEqual([
      "Once: waits for you | One?",
      "Once: error | Two",
    ]);
    await first.close();
    const after = await working("After");
    // The right to speak passes on by itself; how soon is the browser's affair.
    await eventually(async () => {
      await report(after, "active");
      await report(after, "awaiting_input", "Three?");
      expect((await raisedBy(second)).shown).toContain("After: waits for you | Three?");
    });
  });

  test("the permission is asked for on a click, never at load", async () => {
    await endAll();
    const page = await open({});
    const id = await working("Silent");
    await page.getByRole("treeitem", { name: /Silent/ }).waitFor();
    await report(id, "awaiting_input", "Heard?");
    await page.getByRole("list", { name: "Sessions that need you" }).getByText("Heard?").waitFor();
    expect(await raisedBy(page)).toMatchObject({ asked: 0, shown: [] });
    await page.getByRole("button", { name: "settings" }).click();
    await page.getByRole("switch", { name: /Notifications/ }).click();
    await eventually(async () => expect((await raisedBy(page)).asked).toBe(1));
    await eventually(async () =>
      expect(await page.getByRole("switch", { name: /Notifications/ }).isChecked()).toBe(true),
    );
  });

  test("a click on one leads to its session; title and favicon count who waits", async () => {
    const page = await open();
    await endAll();
    await page.getByText("No sessions yet").waitFor();
    const counts = async () => {
      const icon = await page.locator('link[rel="icon"]').getAttribute("href");
      return [await page.title(), />(\d\+?)</.exec(decodeURIComponent(icon ?? ""))?.[1]];
    };
    expect(await counts()).toEqual(["maestro", undefined]);
    for (const [at, name] of ["Left", "Right"].entries()) {
      await report(await working(name), "awaiting_input", "Who?");
      const told = String(at + 1);
      await eventually(async () => expect(await counts()).toEqual([`(${told}) maestro`, told]));
    }
    await toldBy([page], "Right");
    await page.evaluate(() => {
      const { made } = (globalThis as unknown as { raised: Raised }).raised;
      made.at(-1)?.dispatchEvent(new Event("click"));
    });
    await page.getByRole("region", { name: "Right" }).waitFor();
  });
});
