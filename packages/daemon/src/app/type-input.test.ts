import { expect, test } from "vitest";
import { createSession } from "./create-session.ts";
import type { InputRequest } from "./operations.ts";
import { aRequest } from "./support/requests.ts";
import { testApp } from "./support/test-app.ts";
import { typeInput } from "./type-input.ts";

async function running() {
  const app = testApp();
  const { id } = await createSession(app.context, aRequest());
  const type = (input: Partial<InputRequest>) =>
    typeInput(app.context, id, { text: "", submit: false, requestId: null, ...input });
  return { ...app, id, type, pane: app.host.pane(id) };
}

test.each<[string, Partial<InputRequest>, string[]]>([
  ["text", { text: "ls" }, ["ls"]],
  ["text and Enter, as two writes", { text: "ls", submit: true }, ["ls", "\r"]],
  ["empty text with Enter is Enter", { submit: true }, ["\r"]],
  ["empty text is nothing", {}, []],
  ["a line end before Enter would submit twice", { text: "ls\r\n", submit: true }, ["ls", "\r"]],
  [
    "several lines go as a paste",
    { text: "a\nb", submit: true },
    ["\u001B[200~a\rb\u001B[201~", "\r"],
  ],
])("%s", async (_name, input, typed) => {
  const { id, models, pane, type } = await running();
  models.of(id).bracketedPaste = true;
  await type(input);
  expect(pane.typed).toEqual(typed);
});

test("the answer names the place in the stream just before the text was typed", async () => {
  const { hub, type } = await running();
  const { seq } = hub;
  await expect(type({ text: "x" })).resolves.toEqual({ seq });
});

test("what cannot be typed is refused", async () => {
  const { pane, type } = await running();
  pane.failing.add("write");
  await expect(type({ text: "x" })).rejects.toThrow("the pane cannot write");
});

test("where nothing can be typed it is said whether the command runs", async () => {
  const app = testApp();
  const { id } = await createSession(app.context, aRequest());
  app.context.terminals.delete(id);
  const input = { text: "a", submit: true, requestId: null };
  const refused = (): Promise<unknown> => typeInput(app.context, id, input);
  await expect(refused()).rejects.toMatchObject({ code: "tmux_failed" });
  const ending = { keepWorktree: false };
  await app.store.turn(id, (turn) => turn.commit((now) => ({ ...now, ending })));
  await expect(refused()).rejects.toMatchObject({ code: "not_running" });
  await app.store.turn(id, (turn) =>
    turn.commit((now) => ({ ...now, life: { phase: "dormant" } })),
  );
  await expect(refused()).rejects.toMatchObject({
    code: "not_running",
    message: expect.stringContaining("Resume it") as string,
  });
  await app.store.turn(id, (turn) => turn.remove());
  await expect(refused()).rejects.toMatchObject({ code: "not_found" });
});
