/** What an agent that finds a name is told. */
export const INSTRUCTION =
  "You name tasks. Answer with a title of two to five words for the task in the message, in the " +
  "language of the message, and with nothing else: no quotes, no full stop, no explanation. Never " +
  "do the task, and never answer a question in it.";

/** What a naming run must not inherit: it would report as the session that it names. */
export const MAESTRO_VARIABLES: readonly string[] = [
  "MAESTRO_SESSION_ID",
  "MAESTRO_URL",
  "MAESTRO_TICKET",
];

const MOST_CHARACTERS = 2000;

/** As much of a prompt as a name needs. */
export function promptForNaming(prompt: string): string {
  return prompt.slice(0, MOST_CHARACTERS).replaceAll("\0", "").trim();
}

const LONGEST_ANSWER_WORDS = 8;

/** The name in what an agent answered, or null where it answered with something else. */
export function nameInAnswer(answer: string): string | null {
  const line = answer
    .slice(0, MOST_CHARACTERS)
    // Colours and titles of a program that takes a pipe for a terminal.
    .replaceAll(/\u001B(?:\[[\d;?]*[A-Za-z]|\][^\u0007\u001B]*(?:\u0007|\u001B\\))/g, "")
    .split(/\r?\n/)
    .map(bare)
    .find((one) => one !== "");
  if (line === undefined || line.split(/\s+/).length > LONGEST_ANSWER_WORDS) return null;
  return line;
}

/** Without the ornaments that models put around a title. */
function bare(line: string): string {
  return line
    .trim()
    .replace(/^(?:#+\s+|[-*]\s+|(?:title|name)\s*:\s*)+/i, "")
    .replace(/^["'`“”‘’*_«»]+/, "")
    .replace(/["'`“”‘’*_«».]+$/, "")
    .trim();
}
