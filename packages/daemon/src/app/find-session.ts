import { MaestroError } from "../domain/maestro-error.ts";

/** The refusal of a call for a session that does not exist. */
export function notFound(id: string): MaestroError {
  const shown = id.length > 60 ? `${id.slice(0, 60)}…` : id;
  return new MaestroError(
    "not_found",
    `There is no session ${shown}. "maestro ls" lists those there are.`,
  );
}
