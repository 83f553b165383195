import { describe, expect, expectTypeOf, test } from "vitest";
import type { Session } from "@maestro/protocol";
import { createApi } from "./api.ts";
import { aSession, FakeConnection } from "./support/fake-connection.ts";

describe("createApi", () => {
  test("fills in the address, sends JSON and parses the answer", async () => {
    const connection = new FakeConnection();
    connection.answer = { status: 200, body: JSON.stringify({ ...aSession(), from_later: 1 }) };
    const session = await createApi(connection).updateSession({
      params: { id: "a/b c" },
      body: { name: "new name" },
    });
    expect(session).toEqual(aSession());
    expect(connection.requests).toMatchObject([
      {
        method: "PATCH",
        path: "/api/sessions/a%2Fb%20c",
        headers: { "content-type": "application/json" },
        body: '{"name":"new name"}',
      },
    ]);
  });

  test("leaves out query parameters that were not given, and the body where there is none", async () => {
    const connection = new FakeConnection();
    connection.answer = { status: 204, body: "" };
    const api = createApi(connection);
    await api.killSession({ params: { id: "x" }, query: {} });
    await api.killSession({ params: { id: "x" }, query: { force: "true" } });
    expect(connection.requests.map((request) => request.path)).toEqual([
      "/api/sessions/x",
      "/api/sessions/x?force=true",
    ]);
    expect(connection.requests[0]).not.toHaveProperty("body");
    expect(connection.requests[0]?.headers).toEqual({});
  });

  test("a refusal keeps its code, its sentence, its details and the unsaved work", async () => {
    const unsaved_work = {
      uncommitted: 1,
      untracked: 0,
      unpushed: 0,
      in_progress: null,
      unknown: null,
      truncated: false,
      samples: { uncommitted: ["a.txt"], untracked: [], unpushed: [] },
      notes: [],
    };
    const connection = new FakeConnection();
    connection.answer = {
      status: 409,
      body: JSON.stringify({
        code: "kill_guarded",
        message: "no",
        unsaved_work,
        details: { a: 1 },
      }),
    };
    const refused = createApi(connection).killSession({ params: { id: "x" }, query: {} });
    await expect(refused).rejects.toMatchObject({
      name: "ApiFailure",
      status: 409,
      code: "kill_guarded",
      message: "no",
      unsavedWork: unsaved_work,
      details: { a: 1 },
    });
  });

  test.each([
    ["a code of a newer daemon", 418, '{"code":"too_early","message":"later"}', "too_early"],
    ["a failure that is not JSON", 502, "<html>", "internal"],
    ["an answer of another shape", 200, '{"id":1}', "internal"],
    ["a success that is not JSON", 200, "", "internal"],
  ])("%s is an ApiFailure", async (_, status, body, code) => {
    const connection = new FakeConnection();
    connection.answer = { status, body };
    const failed = createApi(connection).getSession({ params: { id: "x" } });
    await expect(failed).rejects.toMatchObject({ name: "ApiFailure", status, code });
  });

  test("no answer is Unreachable, with the reason", async () => {
    const connection = new FakeConnection();
    connection.answer = new Error("connect ECONNREFUSED");
    await expect(createApi(connection).listSessions()).rejects.toMatchObject({
      name: "Unreachable",
      message: "connect ECONNREFUSED",
    });
  });

  test("is typed by the routes", () => {
    const api = createApi(new FakeConnection());
    expectTypeOf(api.listSessions).returns.resolves.toEqualTypeOf<Session[]>();
    expectTypeOf(api.shutdown).returns.resolves.toEqualTypeOf<void>();
    expectTypeOf(api.listSessions).parameters.toEqualTypeOf<[]>();
    expectTypeOf(api.getSession).parameters.toExtend<[{ params: { id: string } }]>();
  });
});
