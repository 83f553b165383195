import { age } from "../sessions/words.ts";
import { useNow } from "./use-now.ts";

/** How long something has been so, kept up to date. */
export function AgeText({ since }: { readonly since: string }) {
  return <>{age(since, useNow())}</>;
}
