import type { Evidence, Shown } from "./agent.ts";
import {
  hasBrailleSpinner,
  interrupted,
  lastLines,
  lineLike,
  rests,
  shows,
} from "./screen-evidence.ts";

/** The stars that Claude Code's title and its status line go through. */
const STAR = "[·✢✣✤✥✱✲✳✴✵✶✷✸✹✺✻✼✽∗*]";
const STARRED_TITLE = new RegExp(`^\\s*${STAR}\\s`, "u");
const STATUS_LINE = new RegExp(`^${STAR}\\s+\\S.*(?:…|\\.\\.\\.)(?:\\s*\\(.*)?$`, "u");

const QUESTION = /^(?:Do you want\b.*|Would you like to proceed.*|Do you trust\b.*)\?/;
const TRUST = /\bYes, I trust this folder\b|\bYes, proceed\b/;
const CHOICE = /^❯\s*\d+\.\s/;
const CHOICE_HINT = /\bEnter to (?:select|confirm)\b|\bDeny \(esc\)/i;
const INTERRUPTED = /Interrupted\b.*What should Claude do instead\?/;

/** What Claude Code's title and screen show. The title's spinner goes on under a question. */
export function claudeEvidence({ title, screenLines }: Shown): Evidence | null {
  const lines = lastLines(screenLines, 24);
  const asked = lineLike(lines, QUESTION) ?? lineLike(lines, TRUST);
  const choice = lineLike(lines, CHOICE);
  if (choice !== null && (asked !== null || lineLike(lines, CHOICE_HINT) !== null)) {
    return shows("awaiting_input", "screen", `a question: ${asked ?? choice}`);
  }
  if (lineLike(lines, /\bDeny \(esc\)/) !== null) {
    return shows("awaiting_input", "screen", "a question: Deny (esc)");
  }
  if (hasBrailleSpinner(title)) return shows("active", "title", "the title's spinner turns");
  const near = lines.slice(-8);
  const busy = lineLike(near, /\besc to interrupt\b/i) ?? lineLike(near, STATUS_LINE);
  if (busy !== null) return shows("active", "screen", `it says: ${busy}`);
  const stopped = interrupted(near, INTERRUPTED, /^[⏺●]/u);
  if (stopped !== null) return stopped;
  return STARRED_TITLE.test(title) ? rests("title", "the title has no spinner") : null;
}
