// Wide on every terminal that follows Unicode: CJK, Hangul, full-width forms, and what is drawn as
// an emoji by default. A table of all of Unicode would be exact and 30 KB.
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f200}-\u{1f2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;
const ZERO = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
// One cell each: what nearly every line is made of, our own marks included. Loading the segmenter
// for the rest takes 8 ms.
const PLAIN = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u25fc\u2612]*$/;

let segmenter: Intl.Segmenter | undefined;

function graphemes(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function widthOfGrapheme(grapheme: string): number {
  if (ZERO.test(grapheme)) return 0;
  return WIDE.test(grapheme) ? 2 : 1;
}

/** How many terminal cells a text takes. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return graphemes(text).reduce((sum, grapheme) => sum + widthOfGrapheme(grapheme), 0);
}

/** A text of at most `width` cells, with `…` where something was cut from its end. */
export function cutToWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 1) return "";
  let kept = "";
  let used = 0;
  for (const grapheme of graphemes(text)) {
    used += widthOfGrapheme(grapheme);
    if (used > width - 1) break;
    kept += grapheme;
  }
  return `${kept}…`;
}

/** A text of at most `width` cells, with `…` where its middle was: both ends of a path tell much. */
export function cutMiddle(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  const tail = Math.floor((width - 1) / 2);
  const reversed = graphemes(text).toReversed();
  let end = "";
  let used = 0;
  for (const grapheme of reversed) {
    used += widthOfGrapheme(grapheme);
    if (used > tail) break;
    end = grapheme + end;
  }
  return cutToWidth(text, width - displayWidth(end)) + end;
}
