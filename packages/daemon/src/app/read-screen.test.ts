import { beforeEach, expect, test, vi } from "vitest";
import { MaestroError } from "../domain/maestro-error.ts";
import { createSession } from "./create-session.ts";
import { readScreen } from "./read-screen.ts";
import { aRequest } from "./support/requests.ts";
import { settled } from "./support/deferred.ts";
import { type TestApp, testApp } from "./support/test-app.ts";

const TEXT = { format: "text", scrollback: 0 } as const;

let app: TestApp;
beforeEach(() => {
  app = testApp();
});

test("a screen that is asked for at the very end is the last one", async () => {
  const session = await createSession(app.context, aRequest());
  app.host.pane(session.id).print("bye");
  const model = app.models.of(session.id);
  vi.spyOn(model, "text").mockImplementationOnce(async () => {
    app.host.pane(session.id).end({ code: 0, signal: null, at: 0 });
    await settled();
    throw new Error("the model is closed");
  });
  expect(await readScreen(app.context, session, TEXT)).toMatchObject({ content: "bye" });
});

test("a model that fails while the session runs is no end", async () => {
  const session = await createSession(app.context, aRequest());
  vi.spyOn(app.models.of(session.id), "text").mockRejectedValueOnce(
    new MaestroError("internal", "the worker died"),
  );
  await expect(readScreen(app.context, session, TEXT)).rejects.toThrow("the worker died");
});

test("where tmux has more history than the model, history and screen are both of tmux", async () => {
  const session = await createSession(app.context, aRequest());
  const pane = app.host.pane(session.id);
  pane.print("now");
  const history = vi.spyOn(pane, "history").mockResolvedValue(["old", "older", "then"]);
  const asked = { format: "text", scrollback: 2 } as const;
  expect((await readScreen(app.context, session, asked)).content).toBe("old\nolder\nthen");
  history.mockResolvedValue(["then"]);
  expect((await readScreen(app.context, session, asked)).content).toBe("now");
});
