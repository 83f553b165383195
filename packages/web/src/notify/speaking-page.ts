const LOCK = "maestro.notifications";

/** The right to speak for all pages of this browser. */
export interface SpeakingPage {
  readonly isThisOne: () => boolean;
  /** Leaves it to another page. */
  readonly leave: () => void;
}

/**
 * Of all pages of a browser that may notify, the first one does; when it goes, the next one. Two
 * would say everything twice.
 */
export function becomeSpeakingPage(): SpeakingPage {
  // Kept from pages over plain HTTP, as notifications are.
  const locks: LockManager | undefined = navigator.locks;
  let speaks = locks === undefined;
  const waiting = new AbortController();
  let leave = (): void => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  locks
    ?.request(LOCK, { signal: waiting.signal }, () => {
      speaks = true;
      return left;
    })
    .catch(() => {
      // It left before its turn came.
    });
  return {
    isThisOne: () => speaks,
    leave() {
      speaks = false;
      waiting.abort();
      leave();
    },
  };
}
