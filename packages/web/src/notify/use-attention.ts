import { useEffect } from "react";
import { needsYou, whoNeedsYou } from "../sessions/mark.ts";
import { nameOf } from "../sessions/words.ts";
import { openSession, usePage } from "../state/page-store.ts";
import { faviconFor, titleFor } from "./favicon.ts";
import { closeNotification, showNotification } from "./show-notification.ts";
import { newlyAsking, noLongerAsking } from "./transitions.ts";

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

  useEffect(() => {
    const stop = usePage.subscribe((page, before) => {
      if (page.view === before.view) return;
      const [now, then] = [page.view.sessions, before.view.sessions];
      for (const id of noLongerAsking(then, now)) closeNotification(id);
      if (!page.settings.notifications || !page.view.current) return;
      for (const session of newlyAsking(then, now, looksAt)) {
        if (needsYou(session)) void showNotification(session);
      }
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

/** True for the session in whose terminal the keys are, in a page that is in front. */
function looksAt(id: string): boolean {
  return (
    document.hasFocus() &&
    document.activeElement?.closest<HTMLElement>(".terminal-host")?.dataset["session"] === id
  );
}
