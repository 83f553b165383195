import { expect, test } from "vitest";
import { aSession } from "../../domain/support/a-session.ts";
import { deferred } from "../support/deferred.ts";
import { testApp } from "../support/test-app.ts";
import { updateSession } from "../update-session.ts";
import { Autonaming } from "./autonaming.ts";

const { id } = aSession();

/** A naming model that a test answers, over an app with one session. */
async function naming(metadata = aSession().metadata) {
  const app = testApp();
  await app.store.add(aSession({ metadata }));
  const asked: string[] = [];
  const answer = deferred<string | null>();
  const model = {
    name: (prompt: string) => {
      asked.push(prompt);
      return answer.promise;
    },
  };
  const name = (): string => {
    const { name: value, name_source: source } = app.store.get(id)?.metadata ?? {};
    return JSON.stringify([value, source]);
  };
  return { ...app, asked, answer, name, model, autonaming: new Autonaming(app.context, model) };
}

test("two prompts at once start one run; the rule's name stands until the answer", async () => {
  const { autonaming, asked, answer, name } = await naming();
  await Promise.all([
    autonaming.prompted(id, "please fix the flaky login test"),
    autonaming.prompted(id, "and the docs"),
  ]);
  expect(asked).toEqual(["please fix the flaky login test"]);
  expect(name()).toBe('["Fix flaky login test","generated"]');
  answer.resolve("  Login\u0007 test\nrepair ");
  await expect.poll(name).toBe('["Login test repair","auto"]');
});

test("a person's name wins, also one given while the answer was on its way", async () => {
  const { autonaming, answer, name, context, store } = await naming();
  await autonaming.prompted(id, "fix it");
  await updateSession(context, id, { name: "mine", metadata: null });
  answer.resolve("theirs");
  await store.idle();
  expect(name()).toBe('["mine","user"]');
});

test("a session that has a name of its own is never asked about", async () => {
  const { autonaming, asked, name } = await naming({ name: "mine", name_source: "user" });
  await autonaming.prompted(id, "fix it");
  expect(asked).toEqual([]);
  expect(name()).toBe('["mine","user"]');
});

test("the attempt is one, also for a daemon that was started again", async () => {
  const { autonaming, answer, asked, name, context, model } = await naming();
  await autonaming.prompted(id, "fix the login");
  answer.reject(new Error("no network"));
  await expect.poll(name).toBe('["Fix login","generated"]');
  await new Autonaming(context, model).prompted(id, "write the docs");
  expect(asked).toHaveLength(1);
  expect(name()).toBe('["Fix login","generated"]');
});

test.each([[null], [""], [" \u0007 "]])("the answer %j leaves the name as it was", async (text) => {
  const { autonaming, answer, name, store } = await naming();
  await autonaming.prompted(id, "fix the login");
  answer.resolve(text);
  await store.idle();
  expect(name()).toBe('["Fix login","generated"]');
});

test("without a model the rule alone names, and the name stays provisional", async () => {
  const { context, name } = await naming();
  await new Autonaming(context, null).prompted(id, "fix the login");
  expect(name()).toBe('["Fix login","generated"]');
});
