import { ApiFailure, type Connection, createApi } from "@maestro/client";
import { browserName } from "./browser-name.ts";
import { keepToken, readToken, type StoredToken } from "./device-token.ts";
import { linkCode } from "./link-code.ts";

/** Whether this browser may see anything, and if not, what to tell. */
export type SignIn =
  | { readonly kind: "signed-in"; readonly token: StoredToken }
  | {
      readonly kind: "signed-out";
      readonly why: "never" | "link-used" | "ended" | "unreachable";
    };

/** A caller without a token: good for the one call that hands out tokens. */
const STRANGER: Connection = {
  fetch: (path, request) => fetch(path, request),
  openSocket: () => {
    throw new Error("a stranger opens no sockets");
  },
};

/**
 * Signs this browser in by the link in the address, if there is one. The code leaves the address
 * before anything else happens, so that it stands in no history and no shared address.
 */
export async function signIn(): Promise<SignIn> {
  const code = linkCode(location.hash);
  const known = readToken();
  if (code === null) {
    return known === null
      ? { kind: "signed-out", why: "never" }
      : { kind: "signed-in", token: known };
  }
  history.replaceState(null, "", location.pathname);
  // A browser that is signed in already leaves the link for another one.
  if (known !== null) return { kind: "signed-in", token: known };
  try {
    const name = browserName(navigator.userAgent);
    const { device, token } = await createApi(STRANGER).createDevice({ body: { code, name } });
    const stored = { token, deviceId: device.id };
    keepToken(stored);
    return { kind: "signed-in", token: stored };
  } catch (error) {
    const refused = error instanceof ApiFailure && error.status < 500;
    return { kind: "signed-out", why: refused ? "link-used" : "unreachable" };
  }
}
