import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createSession } from "./create-session.ts";
import { aRequest } from "./support/requests.ts";
import { testApp } from "./support/test-app.ts";
import { typeInput } from "./type-input.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

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
  /** Answers how it ended, once all the time was over that it may take. */
  const send = async (text: string): Promise<string> => {
    const sent = typeInput(app.context, id, { text, submit: true, requestId: null }).then(
      () => "sent",
      (error: { code?: string; message: string }) => `${error.code}: ${error.message}`,
    );
    await vi.advanceTimersByTimeAsync(60_000);
    return sent;
  };
  return { ...app, id, pane, model, send, attention: app.context.attention };
}

const QUESTION = "Do you want to proceed?\n❯ 1. Yes\n  2. No";

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

test("there is no third Enter", async () => {
  const { send, pane } = await agent(() => "> fix it");
  expect(await send("fix it")).toBe("sent");
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

test("a hint in the composer that holds the text is none", async () => {
  const { send, pane, model } = await agent((typed) => (typed.at(-1) === "\r" ? HINT : "> do"));
  const HINT = "> Ask me to do anything";
  model.content = HINT;
  await send("do");
  expect(pane.typed).toEqual(["do", "\r"]);
});

describe("a second Enter could say yes to a question that came meanwhile, so there is none", () => {
  test("where the question is seen after a while", async () => {
    const { send, pane, model } = await agent(() => "> fix it");
    const shown = model.text.bind(model);
    let looks = 0;
    model.text = () => {
      if (pane.typed.length === 2 && ++looks > 10) model.content = QUESTION;
      return shown();
    };
    await send("fix it");
    expect(pane.typed).toEqual(["fix it", "\r"]);
  });

  test("where the agent, or what is between it and us, does not sleep", async () => {
    const { send, pane, processes, log } = await agent(() => "> fix it");
    processes.atRest = false;
    expect(await send("fix it")).toBe("sent");
    expect(pane.typed).toEqual(["fix it", "\r"]);
    expect(log.lines.join("\n")).toContain("may not have been submitted");
  });

  test("where it goes on drawing", async () => {
    const { send, pane, model } = await agent(() => null);
    const shown = model.text.bind(model);
    let looks = 0;
    model.text = () => {
      if (pane.typed.length > 0) model.content = `turn ${++looks}\n> fix it`;
      return shown();
    };
    await send("fix it");
    expect(pane.typed).toEqual(["fix it", "\r"]);
  });

  test("where it says that it works", async () => {
    const { send, pane, attention, id } = await agent((typed) => {
      const said = { state: "active", detail: null, byForeground: true } as const;
      if (typed.at(-1) === "\r") attention.reported(id, said);
      return "> fix it";
    });
    await send("fix it");
    expect(pane.typed).toEqual(["fix it", "\r"]);
  });

  test("where it reads so late that it may not have read the first: a slow one gets longer", async () => {
    const app = await agent(() => null);
    const { send, pane, model } = app;
    const write = pane.write.bind(pane);
    const LATE_MS = 1_500;
    pane.write = async (bytes) => {
      await write(bytes);
      const key = Buffer.from(bytes).toString();
      setTimeout(() => {
        if (key !== "\r") model.content = `> ${key}`;
        else model.content = model.content === QUESTION ? "it was answered" : QUESTION;
      }, LATE_MS);
    };
    await send("fix it");
    expect(pane.typed).toEqual(["fix it", "\r"]);
    expect(model.content).toBe(QUESTION);
  });
});

describe("a question that stands", () => {
  test("is answered by its key and, where that alone does nothing, by Enter", async () => {
    const { send, pane, model } = await agent(() => null);
    model.content = QUESTION;
    await send("1");
    expect(pane.typed).toEqual(["1", "\r"]);
  });

  test.each([
    ["is over", "> "],
    ["is followed by another", `$ rm -rf x\n${QUESTION}`],
  ])("gets no Enter where it %s with the key", async (_, next) => {
    const { send, pane, model } = await agent(() => next);
    model.content = QUESTION;
    expect(await send("1")).toBe("sent");
    expect(pane.typed).toEqual(["1"]);
  });

  test("is not answered by a key that it does not know", async () => {
    const { send, pane, model } = await agent(() => null);
    model.content = QUESTION;
    expect(await send("n")).toMatch(/^not_delivered: .*"n" did not answer it/);
    expect(pane.typed).toEqual(["n"]);
  });

  test("is not answered by a prompt: nothing of it is typed", async () => {
    const { send, pane, model } = await agent(() => null);
    model.content = QUESTION;
    expect(await send("1 more thing: yes, fix it")).toMatch(/^not_delivered: /);
    expect(pane.typed).toEqual([]);
  });

  test("is waited for to go where it was answered just now", async () => {
    const { send, pane, model } = await agent((typed) => (typed.length === 2 ? "> " : "> go on"));
    model.content = QUESTION;
    setTimeout(() => (model.content = "> "), 500);
    expect(await send("go on")).toBe("sent");
    expect(pane.typed).toEqual(["go on", "\r"]);
  });

  test("is answered by Enter alone where that is what was asked for", async () => {
    const { send, pane, model } = await agent(() => null);
    model.content = QUESTION;
    await send("");
    expect(pane.typed).toEqual(["\r"]);
  });

  test("is not answered by the Enter behind a prompt that was typed when it came", async () => {
    const { send, pane } = await agent(() => QUESTION);
    expect(await send("fix it")).toMatch(/^not_delivered: /);
    expect(pane.typed).toEqual(["fix it"]);
  });

  test("is told by a title as well", async () => {
    const { send, pane, model } = await agent(() => null, ["codex"]);
    model.content = "  $ git push\n› 1. Yes, proceed (y)\n  2. No (esc)";
    const shown = model.text.bind(model);
    model.text = async () => ({ ...(await shown()), title: "[ ! ] Action Required" });
    expect(await send("fix it")).toMatch(/^not_delivered: /);
    expect(pane.typed).toEqual([]);
  });
});

test("nobody guesses at the screen of another program", async () => {
  const { send, pane } = await agent(() => "> ls", ["bash"]);
  await send("ls");
  expect(pane.typed).toEqual(["ls", "\r"]);
});

test("an agent is given its prompt once its composer is there", async () => {
  const { context, id, pane, model } = await agent((typed) =>
    typed.at(-1) === "\r" ? "> " : "> fix it",
  );
  model.content = "Loading";
  const sent = typeInput(context, id, { text: "fix it", submit: true, requestId: null });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(pane.typed).toEqual([]);
  model.content = "> ";
  await vi.advanceTimersByTimeAsync(60_000);
  await sent;
  expect(pane.typed).toEqual(["fix it", "\r"]);
});
