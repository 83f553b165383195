import { expect, test } from "vitest";
import { ApiError, ERROR_CODES, isErrorCode } from "./error-codes.ts";
import { AttachClientFrame } from "./terminal-frames.ts";
import { tokenOfProtocols, tokenProtocol, WS_PROTOCOL } from "./version.ts";

test("the token is found among the subprotocols that a client offers", () => {
  const offered = [WS_PROTOCOL, tokenProtocol("abc_-123")];
  expect(tokenOfProtocols(offered)).toBe("abc_-123");
  expect(tokenOfProtocols(offered.toReversed())).toBe("abc_-123");
  expect(tokenOfProtocols([WS_PROTOCOL])).toBeNull();
  expect(tokenOfProtocols([])).toBeNull();
});

test("a code of a newer daemon is a code all the same; only known ones are told as such", () => {
  expect(ApiError.parse({ code: "of_tomorrow", message: "m" }).code).toBe("of_tomorrow");
  expect(isErrorCode("of_tomorrow")).toBe(false);
  expect(isErrorCode("toString")).toBe(false);
  expect(ERROR_CODES.every(isErrorCode)).toBe(true);
  expect(new Set(ERROR_CODES).size).toBe(ERROR_CODES.length);
});

test.each<[object, boolean]>([
  [{ type: "resize", cols: 2, rows: 1000 }, true],
  [{ type: "resize", cols: 0, rows: 24 }, false],
  [{ type: "resize", cols: 80 }, false],
  [{ type: "paste", text: "" }, true],
  [{ type: "paste", text: 5 }, false],
  [{ type: "focus", focused: true }, true],
  [{ type: "focus", focused: true, more: 1 }, false],
  [{ type: "shout" }, false],
  [[], false],
])("the frame %j of a client is taken: %s", (frame, taken) => {
  expect(AttachClientFrame.safeParse(frame).success).toBe(taken);
});
