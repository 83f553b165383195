import { afterAll, beforeAll, expect, test } from "vitest";
import { call, rawCall } from "./support/http.ts";
import { type TestServer, testServer } from "./support/test-server.ts";

let it: TestServer;
beforeAll(async () => {
  it = await testServer({ limits: { closeMs: 100 } });
});
afterAll(() => it.close());

test("the page says that the daemon runs, under a strict policy and with nothing inline", async () => {
  const page = await call(it.tcp, { path: "/" });
  expect(page.status).toBe(200);
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.text).toContain("maestro attach");
  expect(page.text).not.toMatch(/<script|<style|style=|\son\w+=|https?:/);
  expect(page.headers).toMatchObject({
    "content-security-policy":
      "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
  expect(page.headers["set-cookie"]).toBeUndefined();
});

test.each([
  "/../../etc/passwd",
  "/..%2f..%2fetc/passwd",
  "/%2e%2e/%2e%2e/etc/passwd",
  "/%2e%2e%2f",
  "/assets/..%5c..%5c",
  "//etc/passwd",
  "/./",
  "/assets/%00.js",
  "/index.html",
  "/page.ts",
  "/api",
  "/api/",
  "/api/sessions/",
  "/api//sessions",
  "/API/sessions",
  `/assets/${"x".repeat(20_000)}`,
  `/api/sessions/${"x".repeat(5_000)}`,
])("C06 %s is not found", async (path) => {
  const received = await call(it.tcp, { path, token: it.token });
  expect([received.status, received.code]).toEqual([404, "not_found"]);
});

test.each(["/%E0%A4%A", "/api/sessions/%", "/assets/%zz"])(
  "C06 the broken escape in %s is an invalid request",
  async (path) => {
    const received = await call(it.tcp, { path, token: it.token });
    expect([received.status, received.code]).toEqual([400, "invalid_request"]);
  },
);

test.each(["http://evil.example/", "*", "evil.example:443"])(
  "C06 the request target %s reaches nothing",
  async (target) => {
    const head = `Host: 127.0.0.1:${it.port}\r\nConnection: close\r\n\r\n`;
    const answer = await rawCall(it.tcp, `GET ${target} HTTP/1.1\r\n${head}`);
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404) /);
    expect((await call(it.tcp, { path: "/api/health" })).status).toBe(200);
  },
);
