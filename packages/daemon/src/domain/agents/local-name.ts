import { firstGraphemes, normaliseName } from "../session-name.ts";

/** What people begin with before they come to the task. */
const PREAMBLE = new RegExp(
  `^(?:${[
    "(?:hi|hey|hello|ok|okay|so|now|next|also|please|kindly|pls|thanks|great|well|just)\\b[\\s,.!:-]*",
    "(?:can|could|would|will) (?:you|we)\\b(?: please| kindly| just)?\\s+",
    "(?:i|we)(?:'d| would)? (?:want|need|like|love)(?: you)? to\\s+",
    "(?:i|we) (?:want|need)\\s+",
    "(?:your|the) (?:task|job|goal) is to\\s+",
    "(?:you (?:should|must|need to)|let(?:'|’)?s|help me(?: to)?|go ahead and|try to)\\s+",
  ].join("|")})`,
  "i",
);

/** Words without which a title says the same. */
const FILLERS = new Set("a an the this that these those please just some my our your".split(" "));
const MOST_WORDS = 7;
const MOST_GRAPHEMES = 48;

/**
 * A short title from a prompt, found without asking anybody: “please fix the flaky login test” is
 * “Fix flaky login test”. Null where the prompt holds no words.
 */
export function localName(prompt: string): string | null {
  const sentence = firstSentence(withoutMarkup(prompt.slice(0, 4000)));
  let task = sentence;
  for (;;) {
    const shorter = task.replace(PREAMBLE, "");
    if (shorter === task || shorter.trim() === "") break;
    task = shorter;
  }
  const words = task.split(/\s+/).filter((word) => word !== "");
  const telling = words.filter((word) => !FILLERS.has(word.toLowerCase()));
  const chosen = (telling.length === 0 ? words : telling).slice(0, MOST_WORDS);
  while (chosen.length > 1 && !fits(chosen)) chosen.pop();
  // A preposition at the end waits for what was cut.
  while (
    chosen.length > 2 &&
    chosen.length < telling.length &&
    DANGLING.test(chosen.at(-1) ?? "")
  ) {
    chosen.pop();
  }
  const title = firstGraphemes(chosen.join(" "), MOST_GRAPHEMES).replace(/[\s,;:.!?–—-]+$/u, "");
  const name = normaliseName(title);
  return name === null || !/[\p{L}\p{N}]/u.test(name) ? null : capitalised(name);
}

const DANGLING =
  /^(?:and|or|of|in|on|at|to|for|from|with|by|as|so|when|which|into|but|if|is|are)$/i;

function fits(words: readonly string[]): boolean {
  const title = words.join(" ");
  return firstGraphemes(title, MOST_GRAPHEMES) === title;
}

/** Without code blocks, images, links' addresses and the signs of Markdown. */
function withoutMarkup(text: string): string {
  return text
    .replaceAll(/```[\s\S]*?(?:```|$)/g, "\n")
    .replaceAll(/<[^>\n]{1,200}>/g, " ")
    .replaceAll(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, "$1")
    .replaceAll(/https?:\/\/(?:www\.)?([^\s/]+)(\S*)/g, (_, host: string, path: string) => {
      const last = path
        .split(/[?#]/)[0]
        ?.split("/")
        .findLast((part) => part !== "");
      return last === undefined ? host : last;
    })
    .replaceAll(/^[ \t]*(?:#{1,6}|>|[-*+]|\d+[.)])[ \t]+/gm, "")
    .replaceAll(/[`*_]{1,3}(?=\S)|(?<=\S)[`*]{1,3}/g, (sign) => (sign.startsWith("_") ? sign : ""));
}

/** The first line with words in it, up to the end of its first sentence. */
function firstSentence(text: string): string {
  const line =
    text
      .split(/\r?\n/)
      .map((one) => one.trim().replace(/^\/(?=\w)/, ""))
      .find((one) => /[\p{L}\p{N}]/u.test(one)) ?? "";
  const end = /^(.{8,}?[^\s.])(?:[.!?;](?:\s|$)|[。！？])/u.exec(line);
  return end?.[1] ?? line;
}

/** `fixLogin` and `src/a.ts` are names of something and stay as they are. */
function capitalised(name: string): string {
  const [first = ""] = name.split(" ");
  const looksLikeCode = /[A-Z]/.test(first.slice(1)) || /[/_.\d]/.test(first);
  return looksLikeCode ? name : name.charAt(0).toLocaleUpperCase("en") + name.slice(1);
}
