import { createHmac } from "node:crypto";

/**
 * What a session may show instead of a token, for its own reports. Derived from the owner's token,
 * so nothing has to be kept, and a session that is resumed gets the same one again.
 */
export function sessionTicket(ownerToken: string, sessionId: string): string {
  return createHmac("sha256", ownerToken).update(`session-ticket:${sessionId}`).digest("base64url");
}
