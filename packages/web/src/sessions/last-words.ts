import { plainText } from "./plain-text.ts";

const FRAME = /^[\s\u2500-\u259f|+_=*-]*$/;

/** The last line of a screen that says something; frames and rulers do not. */
export function lastWords(screen: string): string {
  const lines = screen.split("\n").map((line) => line.replace(/[\u2500-\u259f]/g, " "));
  return plainText(lines.findLast((line) => !FRAME.test(line)) ?? "", 200);
}
