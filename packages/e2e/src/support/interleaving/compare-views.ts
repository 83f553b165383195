import { isDeepStrictEqual } from "node:util";
import type { Session } from "@maestro/protocol";

/** What a stream tells of sessions: a time of last output alone is no event. */
export function told(sessions: ReadonlyMap<string, Session>): ReadonlyMap<string, Session> {
  const untold = "";
  return new Map([...sessions].map(([id, one]) => [id, { ...one, last_activity_at: untold }]));
}

/** Which sessions two views show otherwise, and in what. */
export function differences(
  seen: ReadonlyMap<string, Session>,
  listed: ReadonlyMap<string, Session>,
): string {
  const ids = new Set([...seen.keys(), ...listed.keys()]);
  const lines = [...ids].flatMap((id) => {
    const [a, b] = [seen.get(id), listed.get(id)];
    if (isDeepStrictEqual(a, b)) return [];
    if (a === undefined || b === undefined)
      return [`${id} ${a === undefined ? "unseen" : "unlisted"}`];
    const keys = (Object.keys(b) as (keyof Session)[]).filter(
      (k) => !isDeepStrictEqual(a[k], b[k]),
    );
    return [`${id} ${keys.map((k) => `${k}: ${short(a[k])} / ${short(b[k])}`).join(", ")}`];
  });
  return lines.join("; ");
}

function short(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 300);
}
