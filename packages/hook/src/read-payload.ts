import { msLeft, READ_UNTIL_MS } from "./deadline.ts";

const MOST_BYTES = 1024 * 1024;

/** What stands on standard input, or null where it is a terminal, too much, or does not end. */
export async function readPayload(): Promise<string | null> {
  const { stdin } = process;
  if (stdin.isTTY) return null;
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    setTimeout(() => resolve(null), msLeft(READ_UNTIL_MS));
    stdin.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MOST_BYTES) resolve(null);
    });
    stdin.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    stdin.on("error", () => resolve(null));
  });
}
