/**
 * The token that this browser signed in with. The origin's storage and no cookie: cookies ignore
 * ports, so any server on this machine would be sent one.
 */
const KEY = "maestro.token";

export interface StoredToken {
  readonly token: string;
  readonly deviceId: string;
}

export function readToken(): StoredToken | null {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<StoredToken> | null;
    if (typeof stored?.token !== "string" || typeof stored.deviceId !== "string") return null;
    return { token: stored.token, deviceId: stored.deviceId };
  } catch {
    return null;
  }
}

export function keepToken(token: StoredToken): void {
  localStorage.setItem(KEY, JSON.stringify(token));
}

export function dropToken(): void {
  localStorage.removeItem(KEY);
}
