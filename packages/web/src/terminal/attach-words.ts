import type { AttachState } from "./attachment.ts";

/** What a pane's header says while its connection is lost or coming back, else null. */
export function attachWords(attach: AttachState, now: number): string | null {
  if (attach.kind === "connecting" && attach.again) return "Reconnecting. Keys are not sent";
  if (attach.kind !== "lost") return null;
  const seconds = Math.max(0, Math.ceil((attach.nextTryAt - now) / 1000));
  return `Reconnecting, ${seconds} s. Keys are not sent`;
}
