import { useEffect } from "react";
import { whoNeedsYou } from "../sessions/mark.ts";
import { nameOf } from "../sessions/words.ts";
import { useDaemon } from "../state/daemon.ts";
import { openSession, usePage } from "../state/page-store.ts";
import { faviconFor, titleFor } from "./favicon.ts";
import { noLongerAsking } from "./no-longer-asking.ts";
import { closeNotification, showNotification } from "./show-notification.ts";
import { becomeSpeakingPage } from "./speaking-page.ts";

/** Keeps the title, the favicon and the browser's notifications at what the sessions say. */
export function useAttention(): void {
  const waiting = usePage((page) => whoNeedsYou(page.view.sessions.values()).length);
  const shown = usePage((page) => {
    const session = page.view.sessions.get(page.layout.ids[page.layout.focused] ?? "");
    return page.place.kind === "panes" && session !== undefined ? nameOf(session) : null;
  });
  useEffect(() => {
    document.title = titleFor(waiting, shown);
    document.querySelector('link[rel="icon"]')?.setAttribute("href", faviconFor(waiting));
  }, [waiting, shown]);

  const daemon = useDaemon();
  const wanted = usePage((page) => page.settings.notifications);
  useEffect(() => {
    if (!wanted) return undefined;
    const speaking = becomeSpeakingPage();
    const stop = daemon.onAsks((asks) => {
      const session = usePage.getState().view.sessions.get(asks.id);
      if (session !== undefined && speaking.isThisOne()) void showNotification(session, asks);
    });
    return () => {
      stop();
      speaking.leave();
    };
  }, [daemon, wanted]);

  useEffect(() => {
    const stop = usePage.subscribe((page, before) => {
      if (page.view === before.view) return;
      const [now, then] = [page.view.sessions, before.view.sessions];
      for (const id of noLongerAsking(then, now)) closeNotification(id);
    });
    const open = (event: MessageEvent<{ type?: string; id?: string }>): void => {
      if (event.data.type === "open-session" && event.data.id !== undefined)
        openSession(event.data.id);
    };
    navigator.serviceWorker?.addEventListener("message", open);
    return () => {
      stop();
      navigator.serviceWorker?.removeEventListener("message", open);
    };
  }, []);
}
