import { expect, test } from "vitest";
import { MaestroError } from "../domain/maestro-error.ts";
import { sessionId } from "../domain/support/a-session.ts";
import { createSession } from "./create-session.ts";
import type { InputRequest } from "./operations.ts";
import { deferred } from "./support/deferred.ts";
import { aRequest } from "./support/requests.ts";
import { testApp } from "./support/test-app.ts";
import { TypedRequests, typeInput } from "./type-input.ts";

const ID = sessionId(1);

test("a request that is repeated is answered and typed once, also while it is being typed", async () => {
  const typed = new TypedRequests();
  const gate = deferred();
  let times = 0;
  const type = async () => {
    times++;
    await gate.promise;
    return { seq: "r-1" };
  };
  const [first, second] = [typed.once(ID, "a", type), typed.once(ID, "a", type)];
  gate.resolve();
  expect(await first).toEqual({ seq: "r-1" });
  expect(await second).toEqual({ seq: "r-1" });
  expect(await typed.once(ID, "a", type)).toEqual({ seq: "r-1" });
  expect(times).toBe(1);
});

test("other ids, other sessions and requests without an id are typed each", async () => {
  const typed = new TypedRequests();
  let times = 0;
  const type = async () => ({ seq: `${++times}` });
  await typed.once(ID, "a", type);
  await typed.once(ID, "b", type);
  await typed.once(sessionId(2), "a", type);
  await typed.once(ID, null, type);
  await typed.once(ID, null, type);
  expect(times).toBe(5);
});

test("a thousand ids are remembered for a session, and the oldest goes first", async () => {
  const typed = new TypedRequests();
  let times = 0;
  const type = async () => ({ seq: `${++times}` });
  for (let at = 0; at <= 1_000; at++) await typed.once(ID, `${at}`, type);
  await typed.once(ID, "1", type);
  await typed.once(ID, "1000", type);
  expect(times).toBe(1_001);
  await typed.once(ID, "0", type);
  expect(times).toBe(1_002);
});

test("a request that found nothing running may come again; one that failed half way may not", async () => {
  const typed = new TypedRequests();
  let times = 0;
  const failWith = (code: "not_running" | "not_delivered") => (): Promise<{ seq: string }> => {
    times++;
    return Promise.reject(new MaestroError(code, "no"));
  };
  await expect(typed.once(ID, "a", failWith("not_running"))).rejects.toThrow("no");
  await expect(typed.once(ID, "a", async () => ({ seq: "ok" }))).resolves.toEqual({ seq: "ok" });
  await expect(typed.once(ID, "b", failWith("not_delivered"))).rejects.toThrow("no");
  await expect(typed.once(ID, "b", failWith("not_delivered"))).rejects.toThrow("no");
  expect(times).toBe(2);
});

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
