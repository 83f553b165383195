import { afterEach, beforeEach, expect, test } from "vitest";
import { aSession } from "../support/a-session.ts";
import { FakeDaemon } from "../support/fake-daemon.ts";
import { runCli } from "../support/run-cli.ts";

let daemon: FakeDaemon;
beforeEach(async () => {
  daemon = await FakeDaemon.start();
  daemon.sessions = [otter, finch];
});
afterEach(() => daemon.stop());

const run = (...words: string[]) => runCli(words, { stateDir: daemon.stateDir });
const otter = aSession({ id: "aaaa0000-0000-4000-8000-000000000001" });
const finch = aSession({
  id: "bbbb0000-0000-4000-8000-000000000002",
  metadata: { name: "loud finch" },
  activity: "awaiting_input",
  activity_detail: "Run rm -rf?",
});
const path = (id: string, call: string): string => `/api/sessions/${id}/${call}`;
const waits = (id: string, reached: boolean, session = otter) =>
  daemon.answers.set(`GET ${path(id, "wait")}`, [200, { reached, session, seq: "r-2" }]);
const asked = (call: string) => daemon.calls.filter(({ url }) => url.includes(`/${call}`));

test("why tells what was seen, and what else was", async () => {
  const finding = (source: string, says: string | null, evidence: string) => ({
    source,
    says,
    evidence,
    age_s: 72,
  });
  daemon.answers.set(`GET ${path(finch.id, "why")}`, [
    200,
    {
      activity: "awaiting_input",
      since: finch.activity_since,
      acknowledged: true,
      decided_by: finding("report", "awaiting_input", "the agent reported awaiting_input"),
      others: [finding("title", null, "the title has no spinner")],
    },
  ]);
  const { code, stdout } = await run("why", "loud finch");
  expect(code).toBe(0);
  expect(stdout.split("\n").slice(0, 4)).toEqual([
    "State      Waits for you",
    "Shown      Rests: somebody has seen that it waits",
    "Because    the report says “Waits for you”: the agent reported awaiting_input, for 1 min",
    "Beside it  the title says nothing yet: the title has no spinner, for 1 min",
  ]);
});

test("send --wait waits for the turn that its own text began", async () => {
  daemon.answers.set(`POST ${path(otter.id, "input")}`, [200, { seq: "r-1" }]);
  waits(otter.id, true, { ...otter, activity: "awaiting_input", activity_detail: "Deploy?" });
  const sent = await run("send", "quiet-otter", "--wait", "fix", "it");
  expect(sent).toMatchObject({ code: 0, stdout: "" });
  expect(sent.stderr).toBe("quiet-otter: Waits for you: Deploy?\n");
  const [input] = asked("input");
  expect(input?.body).toMatchObject({ text: "fix it", submit: true });
  expect(input?.body).toHaveProperty("request_id");
  expect(asked("wait").every(({ url }) => url.includes("after=r-1"))).toBe(true);
  expect(await run("send", "quiet-otter", "--wait", "--no-submit", "x")).toMatchObject({ code: 2 });
});

test("wait ends with 124 when the time is up, and with 1 where it can never be", async () => {
  waits(otter.id, false);
  const late = await run("wait", "quiet-otter", "--for", "error", "--timeout", "0.05");
  expect(late).toMatchObject({ code: 124, stderr: "quiet-otter still: Rests\n" });
  waits(otter.id, false, { ...otter, status: "dormant" });
  expect(await run("wait", "quiet-otter", "--for", "idle,dead")).toMatchObject({ code: 1 });
  expect(await run("wait", "quiet-otter", "--timeout", "soon")).toMatchObject({ code: 2 });
});

test("wait --any is content with one session", async () => {
  waits(otter.id, true);
  waits(finch.id, false, finch);
  const both = ["wait", "quiet-otter", "loud finch", "--for", "idle", "--timeout", "1", "--json"];
  expect(await run(...both)).toMatchObject({ code: 124 });
  const one = await run(...both, "--any");
  expect(one.code).toBe(0);
  expect(JSON.parse(one.stdout)).toMatchObject([{ reached: true, session: { id: otter.id } }]);
});

test("resume goes on where one cannot be started, and says of each what happened", async () => {
  const cutOff = { status: "dormant", agent: "claude" } as const;
  daemon.sessions = [{ ...otter, ...cutOff }, { ...finch, ...cutOff }, aSession()];
  daemon.answers.set(`POST ${path(otter.id, "resume")}`, [
    400,
    { code: "invalid_cwd", message: "its directory is gone" },
  ]);
  daemon.answers.set(`POST ${path(finch.id, "resume")}`, [200, { ...finch, resumed: "command" }]);
  const { code, stdout, stderr } = await run("resume", "--all", "--json");
  expect(code).toBe(2);
  expect(stderr).toContain("quiet-otter: its directory is gone");
  expect(stderr).toContain("loud finch: its command runs again, as a new conversation");
  expect(JSON.parse(stdout)).toEqual([
    {
      id: otter.id,
      resumed: null,
      error: { code: "invalid_cwd", message: "its directory is gone" },
    },
    { id: finch.id, resumed: "command", error: null },
  ]);
  expect(asked("resume")).toHaveLength(2);
});

test("focus next is the one that has waited longest, where anybody waits", async () => {
  const later = { ...otter, activity: "error", activity_since: "2026-11-02T11:00:00Z" } as const;
  daemon.sessions = [later, finch];
  expect(await run("focus", "next")).toMatchObject({ code: 0, stdout: `${finch.id}\n` });
  daemon.sessions = [otter];
  expect(await run("focus", "next")).toMatchObject({ code: 3, stdout: "" });
});

test("new hands the prompt on", async () => {
  daemon.answers.set("POST /api/sessions", [201, otter]);
  await run("new", "--prompt", "fix it", "--", "claude");
  expect(daemon.calls.at(-1)?.body).toMatchObject({ command: ["claude"], prompt: "fix it" });
});
