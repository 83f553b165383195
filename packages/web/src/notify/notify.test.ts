import type { Session } from "@maestro/protocol";
import { expect, test } from "vitest";
import { aSession } from "../support/a-session.ts";
import { faviconFor, titleFor } from "./favicon.ts";
import { noLongerAsking } from "./no-longer-asking.ts";

const view = (...sessions: Session[]) => new Map(sessions.map((one) => [one.id, one]));

test("an answered question takes its notification away", () => {
  const asks = aSession({ activity: "awaiting_input" });
  const other = aSession({ activity: "error" });
  const works = { ...asks, activity: "active" } as const;
  expect(noLongerAsking(view(asks, other), view(works))).toEqual([asks.id, other.id]);
  expect(noLongerAsking(view(asks), view(asks))).toEqual([]);
  expect(noLongerAsking(view(asks), view({ ...asks, activity: "error" }))).toEqual([]);
});

test("a failure that was dismissed or resumed takes its notification away too", () => {
  const exit = { code: 2, signal: null, at: "2026-11-30T12:00:00Z" };
  const failed = { ...aSession(), status: "dead", exit } as const;
  expect(noLongerAsking(view(failed), view())).toEqual([failed.id]);
  expect(noLongerAsking(view(failed), view(aSession({ id: failed.id })))).toEqual([failed.id]);
  expect(noLongerAsking(view(failed), view({ ...failed }))).toEqual([]);
});

test("the tab counts", () => {
  expect(titleFor(0, null)).toBe("maestro");
  expect(titleFor(3, "Flaky")).toBe("(3) Flaky · maestro");
  expect(faviconFor(0)).toBe("/icons/maestro.svg");
  expect(decodeURIComponent(faviconFor(12))).toContain(">9+<");
});
