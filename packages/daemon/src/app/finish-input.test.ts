import { beforeEach, expect, test } from "vitest";
import { sessionId } from "../domain/support/a-session.ts";
import type { InputNote } from "../ports/session-files.ts";
import { createSession } from "./create-session.ts";
import { finishInput } from "./finish-input.ts";
import type { CreateRequest } from "./operations.ts";
import { settled } from "./support/deferred.ts";
import { aRequest } from "./support/requests.ts";
import { type TestApp, testApp } from "./support/test-app.ts";
import { typeInput } from "./type-input.ts";

let app: TestApp;
beforeEach(() => {
  app = testApp();
});

/** A session in whose terminal an earlier daemon had typed. */
async function left(waiting: InputNote["waiting"], command: CreateRequest["command"] = ["cat"]) {
  const { id } = await createSession(app.context, aRequest({ command }));
  app.notes.kept.set(id, { requests: ["done"], waiting });
  const send = () => typeInput(app.context, id, { text: "next", submit: false, requestId: null });
  return { id, pane: app.host.pane(id), model: app.models.of(id), send };
}

const TYPED = { begins: "fix it", isTyped: true };

test("each step of a submission is written down before it is taken", async () => {
  const { id } = await createSession(app.context, aRequest());
  const input = { text: "fix it", submit: true, requestId: "a" };
  await typeInput(app.context, id, input);
  expect(app.notes.written).toEqual([{ ...TYPED, isTyped: false }, TYPED, null]);
  expect(app.notes.kept.get(id)).toEqual({ requests: ["a"], waiting: null });
});

test("a text whose Enter is missing is submitted before anything else is typed", async () => {
  const { id, pane, send } = await left(TYPED);
  await finishInput(app.context, id);
  await send();
  expect(pane.typed).toEqual(["\r", "next"]);
  expect(app.notes.kept.get(id)).toEqual({ requests: ["done"], waiting: null });
});

test.each([
  ["nothing was typed", null],
  ["the text may be there in part", { ...TYPED, isTyped: false }],
])("no key is pressed where %s", async (_name, waiting) => {
  const { id, pane, send } = await left(waiting);
  await finishInput(app.context, id);
  await send();
  expect(pane.typed).toEqual(["next"]);
});

test("in an agent Enter is pressed where its composer holds the text", async () => {
  const { id, pane, model, send } = await left(TYPED, ["claude"]);
  model.content = "> fix it";
  await finishInput(app.context, id);
  await send();
  expect(pane.typed).toEqual(["\r", "next"]);
});

test("in an agent that asks meanwhile Enter would be an answer, and is not pressed", async () => {
  const { id, pane, model, send } = await left(TYPED, ["claude"]);
  model.content = "Do you want to proceed?\n❯ 1. Yes\n  2. No\n";
  await finishInput(app.context, id);
  await send();
  expect(pane.typed).toEqual(["next"]);
});

test("a session without a terminal or a note has nothing to be finished", async () => {
  const { id } = await createSession(app.context, aRequest());
  await finishInput(app.context, id);
  app.context.terminals.delete(id);
  app.notes.kept.set(id, { requests: [], waiting: TYPED });
  await finishInput(app.context, id);
  await finishInput(app.context, sessionId(9));
  await settled();
  expect(app.host.pane(id).typed).toEqual([]);
});
