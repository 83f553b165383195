/** The one line that a starting daemon writes: that it is up, or why it is not. */
export type ReadyLine =
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly code: string; readonly message: string };

/** Parses the line; anything that is not one counts as a failure, quoted. */
export function parseReadyLine(line: string): ReadyLine {
  const said = jsonOf(line);
  if (said["ready"] === true) return { kind: "ready" };
  const error = said["error"];
  if (typeof error === "object" && error !== null) {
    const { code, message } = error as Record<string, unknown>;
    if (typeof code === "string" && typeof message === "string") {
      return { kind: "failed", code, message };
    }
  }
  const quoted = line.slice(0, 200);
  return { kind: "failed", code: "", message: `The daemon said something unexpected: ${quoted}` };
}

function jsonOf(line: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(line);
    return typeof json === "object" && json !== null ? (json as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
