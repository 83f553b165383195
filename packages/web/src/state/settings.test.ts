import { expect, test } from "vitest";
import { readSettings, writeSettings } from "./settings.ts";

const stored = (text: string | null) => ({ getItem: () => text });

test("settings survive, one by one", () => {
  let text = "";
  const settings = { ...readSettings(stored(null)), theme: "light", fontSize: 15 } as const;
  writeSettings({ setItem: (_key, value) => (text = value) }, settings);
  expect(readSettings(stored(text))).toEqual(settings);
  expect(readSettings(stored('{"theme":"pink","fontSize":15}'))).toMatchObject({
    theme: "system",
    fontSize: 15,
  });
});

test.each(["", "{", "7", "null", '"x"', '{"fontSize":"large"}', '{"fontSize":null}'])(
  "%s in their place is as good as none",
  (text) => {
    expect(readSettings(stored(text))).toEqual(readSettings(stored(null)));
  },
);

test("sizes stay where they can be read", () => {
  expect(readSettings(stored('{"fontSize":500,"sideWidth":1}'))).toMatchObject({
    fontSize: 24,
    sideWidth: 240,
  });
});

test("a storage that refuses costs nothing now", () => {
  const full = {
    setItem: () => {
      throw new Error("full");
    },
  };
  expect(() => writeSettings(full, readSettings(stored(null)))).not.toThrow();
});
