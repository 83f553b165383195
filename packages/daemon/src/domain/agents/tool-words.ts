import { objectOf, type Payload, textIn } from "./payload.ts";

/** Where the agents' tools keep what a person wants to know before saying yes. */
const TELLING = ["command", "file_path", "path", "url", "pattern", "query", "description"] as const;

/** A tool and what it is about to do, in few words: `Bash: npm test`. */
export function toolWords(tool: string | null, input: Payload | null): string | null {
  const asked = input === null ? null : (questionIn(input) ?? tellingIn(input));
  if (tool === "AskUserQuestion" && asked !== null) return asked;
  if (tool === "ExitPlanMode") return "The plan is ready";
  if (tool === null) return asked;
  return asked === null ? tool : `${tool}: ${asked}`;
}

function questionIn(input: Payload): string | null {
  const questions = input["questions"];
  const first = Array.isArray(questions) ? objectOf(questions[0]) : null;
  return first === null ? null : textIn(first, "question");
}

function tellingIn(input: Payload): string | null {
  for (const key of TELLING) {
    const value = textIn(input, key);
    if (value !== null) return value;
    const list = input[key];
    // Codex gives a command as a list.
    if (Array.isArray(list) && list.every((word) => typeof word === "string")) {
      return list.join(" ");
    }
  }
  return null;
}
