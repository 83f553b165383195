import type { Session } from "@maestro/protocol";
import { plainText } from "../sessions/plain-text.ts";
import { nameOf } from "../sessions/words.ts";
import type { SessionAsks } from "../state/daemon.ts";
import { openSession } from "../state/page-store.ts";

const WORDS: Readonly<Record<SessionAsks["event"], string>> = {
  awaiting_input: "waits for you",
  error: "error",
  failed: "ended with a failure",
};

const shown = new Map<string, Notification>();

/** Asks for the permission; to be called on a click, else browsers refuse. */
export async function askForNotifications(): Promise<boolean> {
  if (!("Notification" in globalThis)) return false;
  return (await Notification.requestPermission()) === "granted";
}

/** Tells that a session needs somebody. A later one of the same session takes its place. */
export async function showNotification(session: Session, asks: SessionAsks): Promise<void> {
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  const title = `${nameOf(session)}: ${WORDS[asks.event]}`;
  const options = {
    body: plainText(asks.detail, 200),
    tag: session.id,
    icon: "/icons/maestro-192.png",
  };
  try {
    const notification = new Notification(title, options);
    notification.addEventListener("click", () => {
      window.focus();
      openSession(session.id);
      notification.close();
    });
    shown.set(session.id, notification);
  } catch {
    // Phones allow them to the service worker alone.
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, options);
  }
}

/** Takes a session's notification away. */
export function closeNotification(id: string): void {
  shown.get(id)?.close();
  shown.delete(id);
  void navigator.serviceWorker?.getRegistration().then(async (worker) => {
    for (const one of (await worker?.getNotifications({ tag: id })) ?? []) one.close();
  });
}
