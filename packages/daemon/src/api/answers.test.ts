import { ERROR_CODES, openApiDocument, type Route, routes, sockets } from "@maestro/protocol";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MaestroError } from "../domain/maestro-error.ts";
import { unknownWork } from "../domain/unsaved-work.ts";
import { HTTP_STATUS } from "./http-status.ts";
import { aSession } from "./support/a-session.ts";
import { addressOf, EXAMPLES } from "./support/examples.ts";
import { call, type Received } from "./support/http.ts";
import { type TestServer, testServer } from "./support/test-server.ts";

const all = Object.entries(routes) as [keyof typeof routes, Route][];
const session = aSession({ env: { API_KEY: "hush-hush" } });

let it: TestServer;
beforeEach(async () => {
  it = await testServer({ limits: { closeMs: 100 } });
  it.operations.put(session);
});
afterEach(() => it.close());

async function send(name: keyof typeof routes): Promise<Received> {
  const { method } = routes[name];
  let { json } = EXAMPLES[name];
  let id: string = session.id;
  if (name === "createDevice") json = { ...json, code: it.access.createLoginCode().code };
  if (name === "deleteDevice") {
    id = (await it.access.signIn(it.access.createLoginCode().code, "phone")).device.id;
  }
  const body = json === undefined ? {} : { json };
  return call(it.tcp, { method, path: addressOf(name, id), token: it.token, ...body });
}

test.each(all)("%s answers in the declared status and shape", async (name, route) => {
  const received = await send(name);
  expect(received.status).toBe(route.status);
  // Parsing strips what the schema does not know: nothing may be left to strip.
  expect(route.response?.parse(received.json) ?? received.text).toEqual(received.json ?? "");
  expect(received.text).not.toContain("hush-hush");
  expect(received.text).not.toContain(it.token);
});

test("what the contract does not declare is stripped from an answer", async () => {
  const facts = it.operations.facts();
  const leaky = {
    ...facts,
    secret: "hush-hush",
    sessions: { ...facts.sessions, dna: "hush-hush" },
  };
  it.operations.facts = () => leaky;
  expect((await send("getStatus")).text).not.toContain("hush-hush");
});

test("an answer that breaks the contract is an internal error, not sent", async () => {
  const facts = {
    sessions: { running: 0.5, dead: 0, dormant: 0 },
    recovered: true,
    tmux: "",
    git: "",
    home: "",
  };
  it.operations.facts = () => facts;
  const received = await send("getStatus");
  expect([received.status, received.code]).toEqual([500, "internal"]);
  expect(it.logged.join("\n")).toContain("/api/status");
});

test.each(ERROR_CODES)(
  "the refusal %s answers with its status, message and details",
  async (code) => {
    const unsavedWork = { ...unknownWork("git was not asked"), untracked: 2 };
    it.operations.failure = new MaestroError(code, "What happened.", {
      unsavedWork,
      details: { a: [1] },
    });
    const received = await send("killSession");
    expect(received.status).toBe(HTTP_STATUS[code]);
    expect(received.json).toMatchObject({
      code,
      message: "What happened.",
      unsaved_work: { untracked: 2, in_progress: null, unknown: "git was not asked" },
      details: { a: [1] },
    });
  },
);

test.each([
  new Error("hush-hush"),
  Object.assign(new Error("hush-hush"), { code: "ENOENT", statusCode: 404 }),
  Object.assign(new TypeError("hush-hush"), { statusCode: 200 }),
])("C05 anything else is internal: its stack is logged and never sent (%s)", async (failure) => {
  it.operations.failure = failure;
  const received = await send("updateSession");
  expect([received.status, received.code]).toEqual([500, "internal"]);
  expect(received.text).not.toContain("hush-hush");
  const logged = it.logged.join("\n");
  expect(logged).toContain("PATCH /api/sessions/:id");
  expect(logged).toContain("answers.test.ts");
  expect(logged).not.toContain(it.token);
});

describe("the OpenAPI document", () => {
  test("covers every route, and its references resolve", async () => {
    const document = (await send("getOpenApi")).json as ReturnType<typeof openApiDocument>;
    expect(document).toMatchObject({
      openapi: "3.1.0",
      info: { title: "maestro", version: "0.1.0" },
    });
    const paths = document["paths"] as Record<string, Record<string, Record<string, unknown>>>;
    const covered = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) =>
        [operationId, method, path].join(" "),
      ),
    );
    const declared = all.map(
      ([name, { method, path }]) =>
        `${name} ${method.toLowerCase()} ${path.replaceAll(/:(\w+)/g, "{$1}")}`,
    );
    expect(covered.sort()).toEqual(declared.sort());
    const text = JSON.stringify(document);
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, place]) => place ?? "");
    expect(references.length).toBeGreaterThan(0);
    for (const place of references) {
      const found = place
        .split("/")
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
      expect([place, typeof found]).toEqual([place, "object"]);
    }
    for (const [path, methods] of Object.entries(paths)) {
      for (const operation of Object.values(methods)) {
        const named = ((operation["parameters"] ?? []) as { in: string; name: string }[])
          .filter((parameter) => parameter.in === "path")
          .map(({ name }) => `{${name}}`);
        expect(path.match(/\{\w+\}/g) ?? []).toEqual(named);
      }
    }
  });

  test("sockets share no address with a call", () => {
    const gets = all.filter(([, { method }]) => method === "GET").map(([, { path }]) => path);
    for (const { path } of Object.values(sockets)) expect(gets).not.toContain(path);
  });
});

test("requests reach the app in its own words", async () => {
  const create = {
    cwd: "/w",
    rows: 40,
    name: "n",
    metadata: { a: null },
    worktree: { base_repo: "/r", branch: "b", create_branch: true },
  };
  const post = (path: string, json: unknown) =>
    call(it.unix, { method: "POST", path: `/api/sessions${path}`, json });
  await post("", create);
  await post(`/${session.id}/report`, { state: "error", agent_session_id: "x" });
  await call(it.unix, { path: `/api/sessions/${session.id}/screen?format=ansi&scrollback=7` });
  await call(it.unix, { method: "DELETE", path: `/api/sessions/${session.id}?force=true` });
  expect(it.operations.calls).toEqual([
    [
      "create",
      {
        cwd: "/w",
        command: "",
        env: {},
        agent: null,
        prompt: null,
        name: "n",
        metadata: { a: null },
        size: { cols: 80, rows: 40 },
        worktree: { baseRepo: "/r", branch: "b", createBranch: true, base: null },
      },
    ],
    ["report", session.id, { state: "error", detail: null, agentSessionId: "x" }],
    ["screen", session.id, "ansi", 7],
    ["kill", session.id, true],
  ]);
});
