import type { IDisposable, Terminal } from "@xterm/xterm";

/** Programs ask their terminal with these; the session's tmux has answered already. */
const QUESTIONS = [
  { final: "c" },
  { prefix: ">", final: "c" },
  { prefix: "=", final: "c" },
  { final: "n" },
  { prefix: "?", final: "n" },
  { intermediates: "$", final: "p" },
  { prefix: "?", intermediates: "$", final: "p" },
  { prefix: ">", final: "q" },
  { prefix: "?", final: "u" },
  { final: "t" },
] as const;

/** Colours that can be set or, with a question mark for a value, asked for. */
const COLOURS = [4, 10, 11, 12];

/**
 * Keeps the emulator from answering. A second answer would arrive at the program as if typed, once
 * more for every page that is attached.
 */
export function silenceAnswers(terminal: Terminal): IDisposable {
  const { parser } = terminal;
  const silenced = [
    ...QUESTIONS.map((question) => parser.registerCsiHandler(question, () => true)),
    ...COLOURS.map((colour) =>
      parser.registerOscHandler(colour, (text) => text.split(";").includes("?")),
    ),
    parser.registerDcsHandler({ intermediates: "$", final: "q" }, () => true),
    parser.registerDcsHandler({ intermediates: "+", final: "q" }, () => true),
  ];
  return { dispose: () => silenced.forEach((one) => one.dispose()) };
}
