type Env = Readonly<Record<string, string | undefined>>;

type Paint = (text: string) => string;

/** Colours by meaning; each function leaves its text as it is where colour is off. */
export interface Style {
  /** Asks you. */
  readonly cue: Paint;
  /** Failed. */
  readonly error: Paint;
  /** Works. */
  readonly work: Paint;
  /** Says less. */
  readonly quiet: Paint;
  readonly strong: Paint;
}

/** True where colour may be written: a terminal that was not asked to be without. */
export function wantsColour(isTerminal: boolean, env: Env): boolean {
  // no-color.org: any value but the empty one.
  if ((env["NO_COLOR"] ?? "") !== "") return false;
  return isTerminal && env["TERM"] !== "dumb";
}

/** True where the locale says that more than ASCII can be shown. */
export function wantsUnicode(env: Env): boolean {
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  return /utf-?8/i.test(locale);
}

/** The indexed colours of the terminal palette that stand for the design's tokens. */
export function styleOf(colour: boolean): Style {
  const sgr = (codes: string) => (text: string) =>
    colour && text !== "" ? `\x1b[${codes}m${text}\x1b[0m` : text;
  return {
    cue: sgr("38;5;214"),
    error: sgr("38;5;203"),
    work: sgr("38;5;79"),
    quiet: sgr("38;5;246"),
    strong: sgr("1"),
  };
}
