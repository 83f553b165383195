import { isProvisional, sessionName, type Session } from "@maestro/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { EventLog } from "../support/event-log.ts";
import { tmux } from "../support/session-traces.ts";
import { TestDaemon } from "../support/test-daemon.ts";

let daemon: TestDaemon;

beforeAll(async () => {
  daemon = await TestDaemon.start();
});
afterAll(() => daemon.destroy());

const update = (
  { id }: Pick<Session, "id">,
  body: { name?: string; metadata?: Session["metadata"] },
): Promise<Session> => daemon.api.updateSession({ params: { id }, body });

test("a rename is a person's, a blank one takes the name away", async () => {
  const session = await daemon.create({ command: ["cat"] });
  expect(isProvisional(session)).toBe(true);
  const renamed = await update(session, { name: "  my \t\n task\u202E\u0007  " });
  expect(renamed.metadata).toEqual({ name: "my task", name_source: "user" });
  const cleared = await update(session, { name: " \u0000\u202E " });
  expect(sessionName(cleared)).toBeNull();
  expect(isProvisional(cleared)).toBe(false);
});

test("metadata.name in a request is a name as well", async () => {
  const { metadata } = await daemon.create({ command: ["cat"], metadata: { name: "by metadata" } });
  expect(metadata).toEqual({ name: "by metadata", name_source: "user" });
});

test("a name of any length is kept to 80 graphemes, none of them cut", async () => {
  const family = "👨‍👩‍👧‍👦";
  const session = await daemon.create({ command: ["cat"], name: family.repeat(200) });
  expect(sessionName(session)).toBe(family.repeat(80));
});

test("metadata is merged, null deletes a key, and maestro's own keys stay", async () => {
  const session = await daemon.create({ command: ["cat"], name: "n", metadata: { a: 1, b: [2] } });
  const merged = await update(session, { metadata: { b: null, c: { d: null }, name_source: "x" } });
  expect(merged.metadata).toEqual({ name: "n", name_source: "user", a: 1, c: { d: null } });
});

test("a rename is on disk before anyone hears of it, and survives a crash at that moment", async () => {
  const session = await daemon.create({ command: ["cat"] });
  const log = await EventLog.open(daemon);
  const heard = log.until(
    (event) => event.type === "session_updated" && sessionName(event.session) === "heard of",
  );
  void update(session, { name: "heard of" }).catch(() => {});
  await heard;
  log.close();
  await daemon.crash();
  await daemon.up();
  const found = await daemon.api.getSession({ params: { id: session.id } });
  expect(sessionName(found)).toBe("heard of");
});

const HOSTILE = ["a.b", "a:b", "a_b", "@1", "%0", "$1", "=x", "-d", "*", "#{pid}", "b", "c", "n"];

test("B19 B32 names are data: whatever they are, each call reaches its own session", async () => {
  const make = async (name: string) => {
    const command = "stty -echo; printf 'up\\n'; while read -r l; do echo \"[$l]\"; done";
    const session = await daemon.create({ command, name, cols: 80, rows: 24 });
    await daemon.untilScreen(session.id, "up");
    return session;
  };
  const sessions = await Promise.all(["agent-12", "agent-1", ...HOSTILE].map(make));
  for (const session of sessions) {
    expect(await tmux(daemon, session.id, "list-sessions", "-F", "#S")).toBe(
      `maestro-${session.id}`,
    );
  }
  await Promise.all(
    sessions.map(({ id }) =>
      daemon.api.sendInput({ params: { id }, body: { text: `for ${id}`, submit: true } }),
    ),
  );
  for (const { id } of sessions) {
    const text = await daemon.untilScreen(id, `[for ${id}]`);
    expect(text.match(/\[for/g)).toHaveLength(1);
  }
  const [twelve, one] = sessions;
  await daemon.api.killSession({ params: { id: one?.id ?? "" }, query: {} });
  expect((await daemon.api.getSession({ params: { id: twelve?.id ?? "" } })).status).toBe(
    "running",
  );
});
