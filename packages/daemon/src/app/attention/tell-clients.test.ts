import { expect, test } from "vitest";
import type { Notice } from "../../ports/notifier.ts";
import { EventHub } from "../event-hub.ts";
import { tellClients } from "./tell-clients.ts";

const notice: Notice = {
  event: "error",
  sessionId: "s1",
  name: "one",
  detail: "why",
  cwd: "/",
  branch: null,
  agent: null,
};

test("clients hear behind the event that it came of, and the command is run too", async () => {
  const hub = new EventHub("run");
  const heard: string[] = [];
  const told: Notice[] = [];
  const notifier = tellClients(hub, { notify: async (one) => void told.push(one) });
  let done = Promise.resolve();
  hub.listen(({ type }) => {
    if (type === "session_removed") done = notifier.notify(notice);
  });
  hub.listen(({ type, seq }) => heard.push(`${seq} ${type}`));
  hub.publish({ type: "session_removed", id: "s0" });
  await done;
  expect(heard).toEqual(["run-1 session_removed", "run-2 session_asks"]);
  expect(told).toEqual([notice]);
});

test("where no command is set, clients hear all the same; a command that fails is said", async () => {
  const hub = new EventHub("run");
  await tellClients(hub, null).notify(notice);
  expect(hub.seq).toBe("run-1");
  const failing = tellClients(hub, { notify: () => Promise.reject(new Error("no")) });
  await expect(failing.notify(notice)).rejects.toThrow("no");
  expect(hub.seq).toBe("run-2");
});
