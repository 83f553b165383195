import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call, rawCall } from "./support/http.ts";
import { type TestServer, testServer } from "./support/test-server.ts";

const SCRIPT = `export const text = ${JSON.stringify("maestro ".repeat(500))};`;

let folder: string;
let it: TestServer;
let bare: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "maestro-page-"));
  await mkdir(join(folder, "web", "assets"), { recursive: true });
  await writeFile(join(folder, "secret.js"), "secret");
  await writeFile(join(folder, "web", "index.html"), "<!doctype html><title>the page</title>");
  await writeFile(join(folder, "web", "worker.js"), "self.x = 1;");
  await writeFile(join(folder, "web", "notes.txt"), "of no type that the page has");
  await writeFile(join(folder, "web", "assets", "page-abc123.js"), SCRIPT);
  await writeFile(join(folder, "web", "assets", "font-abc123.woff2"), Buffer.alloc(4096, 7));
  await symlink(join(folder, "secret.js"), join(folder, "web", "assets", "link.js"));
  it = await testServer({ limits: { closeMs: 100 }, pageDir: join(folder, "web") });
  bare = await testServer({ limits: { closeMs: 100 }, pageDir: join(folder, "none") });
});
afterAll(async () => {
  await Promise.all([it.close(), bare.close()]);
  await rm(folder, { recursive: true, force: true });
});

test("the page stands under a policy without inline code and without other origins", async () => {
  const page = await call(it.tcp, { path: "/" });
  expect([page.status, page.text]).toEqual([200, "<!doctype html><title>the page</title>"]);
  expect(page.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
    "content-security-policy":
      "default-src 'none';script-src 'self';style-src 'self';font-src 'self';img-src 'self' data:;connect-src 'self';manifest-src 'self';worker-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
  });
  expect(page.headers["set-cookie"]).toBeUndefined();
});

test("what is not the page may do nothing in a browser", async () => {
  const answer = await call(it.tcp, { path: "/api/health" });
  expect(answer.headers["content-security-policy"]).toBe(
    "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  );
});

test("files with a hash in their name are kept for ever, compressed where that helps", async () => {
  const path = "/assets/page-abc123.js";
  const whole = await call(it.tcp, { path });
  expect(whole.text).toBe(SCRIPT);
  expect(whole.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "accept-encoding",
  });
  const headers = { "accept-encoding": "br, gzip" };
  const small = await fetch(`http://127.0.0.1:${it.port}${path}`, { headers });
  expect(small.headers.get("content-encoding")).toBe("gzip");
  expect(await small.text()).toBe(SCRIPT);
  const refused = await call(it.tcp, { path, headers: { "accept-encoding": "gzip;q=0" } });
  expect(refused.headers["content-encoding"]).toBeUndefined();
  const font = await call(it.tcp, { path: "/assets/font-abc123.woff2", headers });
  expect(font.headers["content-type"]).toBe("font/woff2");
  expect(font.headers["content-encoding"]).toBeUndefined();
});

test("a file without a hash is asked for anew and not sent twice", async () => {
  const first = await call(it.tcp, { path: "/worker.js" });
  expect(first.headers["cache-control"]).toBe("no-cache");
  const headers = { "if-none-match": String(first.headers["etag"]) };
  const second = await call(it.tcp, { path: "/worker.js", headers });
  expect([second.status, second.text]).toEqual([304, ""]);
});

test("a daemon without a built page says so and runs", async () => {
  const page = await call(bare.tcp, { path: "/" });
  expect(page.status).toBe(200);
  expect(page.text).toContain("maestro attach");
  expect(page.text).not.toMatch(/<script|<style|style=|\son\w+=|https?:/);
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
  "/notes.txt",
  "/secret.js",
  "/assets/link.js",
  "/assets",
  "/assets/",
  "/assets/../../secret.js",
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
