import fc from "fast-check";
import { expect, test } from "vitest";
import {
  closePane,
  MOST_PANES,
  NO_PANES,
  openBeside,
  openInPlace,
  type PaneLayout,
  readLayout,
  withoutGone,
  writeLayout,
} from "./pane-layout.ts";

function memory(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
  } as unknown as Storage;
}

test("a session opens in place of the focused one, or beside it", () => {
  const one = openInPlace(NO_PANES, "a");
  const two = openBeside(one, "b");
  expect(two).toEqual({ ids: ["a", "b"], focused: 1 });
  expect(openInPlace(two, "c")).toEqual({ ids: ["a", "c"], focused: 1 });
  expect(openInPlace(two, "a")).toEqual({ ids: ["a", "b"], focused: 0 });
});

test("closing keeps the keys where they were", () => {
  const layout = { ids: ["a", "b", "c"], focused: 2 };
  expect(closePane(layout, "a")).toEqual({ ids: ["b", "c"], focused: 1 });
  expect(closePane(layout, "c")).toEqual({ ids: ["a", "b"], focused: 1 });
  expect(closePane(layout, "x")).toBe(layout);
  expect(withoutGone(layout, (id) => id === "b")).toEqual({ ids: ["b"], focused: 0 });
});

test("whatever is opened and closed, each session has one pane and one pane has the keys", () => {
  const step = fc.tuple(
    fc.constantFrom("in", "beside", "close"),
    fc.constantFrom(...Array.from("abcdefghij")),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let layout: PaneLayout = NO_PANES;
      for (const [what, id] of steps) {
        if (what === "in") layout = openInPlace(layout, id);
        else if (what === "beside") layout = openBeside(layout, id);
        else layout = closePane(layout, id);
        expect(new Set(layout.ids).size).toBe(layout.ids.length);
        expect(layout.ids.length).toBeLessThanOrEqual(MOST_PANES);
        const hasKeys = layout.ids[layout.focused];
        expect(hasKeys === undefined).toBe(layout.ids.length === 0);
        expect([id, undefined].includes(hasKeys) || what === "close").toBe(true);
      }
    }),
  );
});

test("a layout is remembered, and nonsense in its place is not", () => {
  const storage = memory();
  const layout = { ids: ["a", "b"], focused: 1 };
  writeLayout(storage, layout);
  expect(readLayout(storage)).toEqual(layout);
  for (const text of ["", "{", "null", "[]", '{"ids":"x"}', '{"ids":[1,null],"focused":7}']) {
    storage.setItem("maestro.panes", text);
    expect(readLayout(storage)).toEqual(NO_PANES);
  }
  storage.setItem("maestro.panes", '{"ids":["a","a"],"focused":5}');
  expect(readLayout(storage)).toEqual({ ids: ["a"], focused: 0 });
});
