import { MaestroError } from "../domain/maestro-error.ts";

/** Deeper nesting says nothing and overflows the stack of whoever walks it. */
const MAX_DEPTH = 64;

/**
 * The value of a JSON text in UTF-8. Refuses what is legal JSON and yet never meant: a byte order
 * mark, bytes that are no UTF-8, half a surrogate pair (it cannot be written to a file or a terminal
 * unchanged), a `__proto__` key, and nesting without end.
 *
 * @throws MaestroError `invalid_request`
 */
export function parseJson(bytes: Uint8Array): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch {
    throw new MaestroError("invalid_request", "The body is not valid JSON.");
  }
  checkContent(value);
  return value;
}

type Place = { readonly value: unknown; readonly path: readonly string[] };

function checkContent(root: unknown): void {
  const open: Place[] = [{ value: root, path: [] }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value, path } = place;
    if (typeof value === "string") checkText(value, path);
    if (typeof value !== "object" || value === null) continue;
    if (path.length >= MAX_DEPTH) throw refused(path.slice(0, 3), "is nested too deeply");
    for (const [key, child] of Object.entries(value)) {
      checkText(key, path);
      if (key === "__proto__") throw refused([...path, key], "is not a key that is taken");
      open.push({ value: child, path: [...path, key] });
    }
  }
}

function checkText(text: string, path: readonly string[]): void {
  if (/\p{Cs}/u.test(text)) throw refused(path, "holds half of a surrogate pair");
}

function refused(path: readonly string[], why: string): MaestroError {
  const field = path.join(".");
  return new MaestroError("invalid_request", `${field || "The body"} ${why}.`, {
    details: { field },
  });
}
