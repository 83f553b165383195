import { expect, test } from "vitest";
import { createSession } from "./create-session.ts";
import { aRequest } from "./support/requests.ts";
import { testApp } from "./support/test-app.ts";
import { typeInput } from "./type-input.ts";

/** A session of Claude Code whose screen does with what is typed what a test says. */
async function agent(draw: (typed: readonly string[]) => string | null, command = ["claude"]) {
  const app = testApp();
  const { id } = await createSession(app.context, aRequest({ command }));
  const model = app.models.of(id);
  const pane = app.host.pane(id);
  model.content = "> ";
  const write = pane.write.bind(pane);
  pane.write = async (bytes) => {
    await write(bytes);
    const drawn = draw(pane.typed);
    if (drawn !== null) model.content = drawn;
  };
  const send = (text: string) =>
    typeInput(app.context, id, { text, submit: true, requestId: null });
  return { ...app, id, pane, model, send, attention: app.context.attention };
}

test("a text that was taken is followed by one Enter", async () => {
  const { send, pane } = await agent((typed) => (typed.at(-1) === "\r" ? "> " : `> ${typed[0]}`));
  await send("fix it");
  expect(pane.typed).toEqual(["fix it", "\r"]);
});

test("a text that still stands in the composer gets a second Enter, and is never typed again", async () => {
  const { send, pane } = await agent((typed) => (typed.length === 3 ? "> " : "> fix it"));
  await send("fix it");
  expect(pane.typed).toEqual(["fix it", "\r", "\r"]);
});

test("an agent that says that it took it is believed, whatever its screen shows", async () => {
  const { send, pane, attention, id } = await agent((typed) => {
    if (typed.at(-1) === "\r") attention.prompted(id, "fix it");
    return "> fix it";
  });
  await send("fix it");
  expect(pane.typed).toEqual(["fix it", "\r"]);
});

test("a prompt of another text says nothing of this one", async () => {
  const { send, pane, attention, id } = await agent((typed) => {
    if (typed.length === 2) attention.prompted(id, "something earlier");
    return typed.length === 3 ? "> " : "> fix it";
  });
  await send("fix it");
  expect(pane.typed).toEqual(["fix it", "\r", "\r"]);
});

test("a question on the screen is answered once", async () => {
  const question = "Do you want to proceed?\n❯ 1. Yes\n  2. No";
  const { send, pane, model } = await agent(() => null);
  model.content = question;
  await send("1");
  expect(pane.typed).toEqual(["1", "\r"]);
});

test("nobody guesses at the screen of another program", async () => {
  const { send, pane } = await agent(() => "> ls", ["bash"]);
  await send("ls");
  expect(pane.typed).toEqual(["ls", "\r"]);
});

test("an agent is given its prompt once its composer is there", async () => {
  const { send, pane, model } = await agent((typed) => (typed.at(-1) === "\r" ? "> " : "> fix it"));
  model.content = "Loading";
  const sent = send("fix it");
  await new Promise((resolve) => setImmediate(resolve));
  expect(pane.typed).toEqual([]);
  model.content = "> ";
  await sent;
  expect(pane.typed).toEqual(["fix it", "\r"]);
});
