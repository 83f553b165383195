// Which control sequences may reach the person's own terminal. tmux has answered the program's
// questions already; the same question put to a second terminal would be answered a second time,
// as input to the program. Names are those of xterm's ctlseqs page.

/** A whole CSI sequence without its introducer: parameters, intermediates, final byte. */
export function passesCsi(body: string): boolean {
  // Nearly all there is: colours and movements, which ask nothing.
  if (/^[0-9;:]*[A-HJ-Mmhlr]$/.test(body)) return true;
  const parts = /^([<-?]?)([0-9:;<-?]*)([ -/]*)([@-~])$/.exec(body);
  if (parts === null) return false;
  const [, prefix = "", parameters = "", intermediates = "", final = ""] = parts;
  if (intermediates !== "") return PASSED_INTERMEDIATES.has(intermediates + final);
  // In-band resize (mode 2048) is answered at once with a report.
  if (prefix === "?" && final === "h") return !parameters.split(";").includes("2048");
  return !(QUESTIONS[final] ?? "").includes(prefix === "" ? "-" : prefix);
}

/** By final byte, the prefixes with which the sequence asks something; `-` stands for none. */
const QUESTIONS: Readonly<Record<string, string>> = {
  c: "-?>=<", // DA1, DA2, DA3
  n: "-?", // DSR and CPR; with ">" it sets modifyOtherKeys
  q: ">", // XTVERSION
  t: "-?>", // window reports, and moving or resizing the person's window
  x: "-", // DECREQTPARM
  u: "?", // the kitty keyboard's flags
  m: "?", // XTQMODKEYS
  f: "?", // XTQFMTKEYS
  g: "?",
  S: "?", // XTSMGRAPHICS
  i: "-?", // printing
};

/** Sequences with intermediate bytes: few are harmless, and new questions keep being invented. */
const PASSED_INTERMEDIATES: ReadonlySet<string> = new Set([
  " q", // cursor shape
  "!p", // soft reset
  '"q', // character protection
  " @",
  " A", // scroll sideways
  "'}",
  "'~", // insert and delete columns
  "$r",
  "$t",
  "$v",
  "$x",
  "$z",
  "${", // rectangles
]);

/** An escape sequence without its ESC: intermediates and final byte. */
export function passesEscape(body: string): boolean {
  if (body === "Z" || body === "\\") return false; // DECID; an end mark without a string
  // "ESC %" would take the terminal out of UTF-8, "ESC SP" make it answer in eight bits.
  return !/^[ %]/.test(body);
}

const TEXT_COMMANDS: ReadonlySet<string> = new Set(["0", "1", "2", "8", "9", "133", "777"]);
const COLOUR_COMMANDS: ReadonlySet<string> = new Set(
  "4 5 10 11 12 13 14 17 19 22 104 105 110 111 112 113 114 117 119".split(" "),
);

/**
 * An OSC string without its introducer and end. Titles, links and notices pass, and so do colours
 * that are set; colours that are asked for do not, nor does the clipboard (52).
 */
export function passesOsc(body: string): boolean {
  const number = /^\d*/.exec(body)?.[0] ?? "";
  if (TEXT_COMMANDS.has(number)) return true;
  return COLOUR_COMMANDS.has(number) && !body.includes("?");
}
