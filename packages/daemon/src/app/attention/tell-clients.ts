import type { Notifier } from "../../ports/notifier.ts";
import type { EventHub } from "../event-hub.ts";

/** Tells every client that listens, and then whoever else is to be told. */
export function tellClients(hub: EventHub, other: Notifier | null): Notifier {
  return {
    async notify(notice) {
      // What is told came of an event that not every listener has heard yet.
      await Promise.resolve();
      const { sessionId: id, event, detail } = notice;
      hub.publish({ type: "session_asks", id, event, detail });
      await other?.notify(notice);
    },
  };
}
