import type { Session } from "@maestro/protocol";
import { expect, test } from "vitest";
import { aSession } from "../support/a-session.ts";
import { faviconFor, titleFor } from "./favicon.ts";
import { newlyAsking, noLongerAsking } from "./transitions.ts";

const view = (...sessions: Session[]) => new Map(sessions.map((one) => [one.id, one]));
const nowhere = () => false;

test("a session that comes to ask is told once", () => {
  const works = aSession({ activity: "active" });
  const asks = { ...works, activity: "awaiting_input" } as const;
  expect(newlyAsking(view(works), view(asks), nowhere)).toEqual([asks]);
  expect(newlyAsking(view(asks), view({ ...asks, activity_detail: "again" }), nowhere)).toEqual([]);
  const fails = { ...asks, activity: "error" } as const;
  expect(newlyAsking(view(asks), view(fails), nowhere)).toEqual([fails]);
});

test("nothing is told of what is looked at, or of what asked before the page was there", () => {
  const works = aSession({ activity: "active" });
  const asks = { ...works, activity: "awaiting_input" } as const;
  expect(newlyAsking(view(works), view(asks), (id) => id === works.id)).toEqual([]);
  expect(newlyAsking(view(), view(asks), nowhere)).toEqual([]);
  expect(newlyAsking(view(aSession()), view(asks), nowhere)).toEqual([]);
});

test("an answered question takes its notification away", () => {
  const asks = aSession({ activity: "awaiting_input" });
  const other = aSession({ activity: "error" });
  const works = { ...asks, activity: "active" } as const;
  expect(noLongerAsking(view(asks, other), view(works))).toEqual([asks.id, other.id]);
  expect(noLongerAsking(view(asks), view(asks))).toEqual([]);
});

test("the tab counts", () => {
  expect(titleFor(0, null)).toBe("maestro");
  expect(titleFor(3, "Flaky")).toBe("(3) Flaky · maestro");
  expect(faviconFor(0)).toBe("/icons/maestro.svg");
  expect(decodeURIComponent(faviconFor(12))).toContain(">9+<");
});
