import { ApiError, isErrorCode, type Routes, routes } from "@maestro/protocol";
import { HTTP_STATUS } from "../http-status.ts";
import { addressOf, EXAMPLES } from "./examples.ts";
import { call, type Received, type Sent } from "./http.ts";
import type { TestServer } from "./test-server.ts";

/** The route called rightly, for the session of this id, but for what `change` says. */
export function send(
  it: TestServer,
  name: keyof Routes,
  change: Partial<Sent> & { readonly id: string },
): Promise<Received> {
  const { method } = routes[name];
  const { id, ...sent } = change;
  const { json } = EXAMPLES[name];
  return call(it.tcp, { method, path: addressOf(name, id), ...(json && { json }), ...sent });
}

/**
 * The code by which it was refused; or what is wrong with the refusal: its status is not the code's,
 * its shape is not the declared one, it tells too much, or something was done all the same.
 */
export function refusalOf(it: TestServer, received: Received): string {
  const body = ApiError.safeParse(received.json);
  if (!body.success) return `${received.status} in another shape: ${received.text}`;
  const { code, message } = body.data;
  if (!isErrorCode(code) || HTTP_STATUS[code] !== received.status)
    return `${received.status} ${code}`;
  if (/\bat .*:\d+:\d+/.test(message)) return `${code} with a stack`;
  if (received.headers["access-control-allow-origin"] !== undefined) return `${code} with CORS`;
  if (received.text.includes(it.token)) return `${code} with the token`;
  if (it.operations.calls.length > 0) return `${code}, but did it`;
  return code;
}
