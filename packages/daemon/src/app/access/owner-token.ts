import { MaestroError } from "../../domain/maestro-error.ts";
import type { SecretFile } from "../../ports/secret-file.ts";
import { isSecret, newSecret } from "./secrets.ts";

/**
 * The owner's token, made at the first start. A file that is there and holds no token stops the
 * start: an empty or a guessed token would open the daemon, a new one would lock the clients out
 * that still use what was in the file.
 */
export async function loadOwnerToken(file: SecretFile): Promise<string> {
  const found = await file.read();
  if (found.kind === "missing") {
    const token = newSecret();
    await file.write(`${token}\n`);
    return token;
  }
  const token = found.kind === "text" ? found.text.trim() : "";
  if (isSecret(token)) return token;
  const reason = found.kind === "text" ? "it does not hold a token" : found.reason;
  throw new MaestroError(
    "io_failed",
    `The token file ${file.path} cannot be used: ${reason}. Remove it to have a new token made; browsers that were signed in stay so.`,
  );
}
