/** The WebSocket subprotocol that this version of maestro speaks; the daemon answers with it. */
export const WS_PROTOCOL = "maestro.v1";

const TOKEN_PREFIX = "maestro.token.";

/**
 * The second subprotocol a client offers: its token. Browsers cannot set headers on a WebSocket,
 * and a token in the URL would end up in histories and logs.
 */
export function tokenProtocol(token: string): string {
  return `${TOKEN_PREFIX}${token}`;
}

/** The token among the subprotocols that a client offered, or null where it offered none. */
export function tokenOfProtocols(offered: readonly string[]): string | null {
  const found = offered.find((name) => name.startsWith(TOKEN_PREFIX));
  return found === undefined ? null : found.slice(TOKEN_PREFIX.length);
}
