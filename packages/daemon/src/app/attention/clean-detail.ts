import { firstGraphemes } from "../../domain/session-name.ts";

/** The longest detail, in what a reader sees as characters. */
const MAX_DETAIL_GRAPHEMES = 200;

/** A detail as it is shown: on one line, without control characters, not too long. */
export function cleanDetail(detail: string | null): string | null {
  if (detail === null) return null;
  const text = detail
    .replaceAll(/\s+/gu, " ")
    .replaceAll(/\p{Cc}/gu, "")
    .trim();
  return text === "" ? null : firstGraphemes(text, MAX_DETAIL_GRAPHEMES);
}
