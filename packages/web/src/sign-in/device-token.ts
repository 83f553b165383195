/**
 * The token that this browser signed in with. The origin's storage and no cookie: cookies ignore
 * ports, so any server on this machine would be sent one.
 */
const KEY = "maestro.token";

/** What signs this browser in, and the device that the daemon knows it as. */
export interface StoredToken {
  readonly token: string;
  readonly deviceId: string;
}

/** What was kept, or null where nothing was or it cannot be read. */
export function readToken(): StoredToken | null {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<StoredToken> | null;
    if (typeof stored?.token !== "string" || typeof stored.deviceId !== "string") return null;
    return { token: stored.token, deviceId: stored.deviceId };
  } catch {
    return null;
  }
}

/** Keeps the browser signed in over reloads. */
export function keepToken(token: StoredToken): void {
  localStorage.setItem(KEY, JSON.stringify(token));
}

/** Signs this browser out, as far as it knows. */
export function dropToken(): void {
  localStorage.removeItem(KEY);
}
