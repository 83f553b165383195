const MAX_CHARACTERS = 64;
// Linux cuts a name after this many bytes.
const MAX_COMM_BYTES = 15;
// Newer versions of Node are said to name their first thread so (20 does not), and on Linux that is
// the process's name as well.
const THREAD_NAMES: ReadonlySet<string> = new Set(["MainThread"]);

/**
 * What a person calls the program: its short name, or what it was started as where that name says
 * nothing or was cut. `readArgument0` is asked only then.
 */
export function programName(comm: string, readArgument0: () => string | null): string {
  const name = printable(comm);
  const cut = Buffer.byteLength(comm) >= MAX_COMM_BYTES;
  if (name !== "" && !cut && !THREAD_NAMES.has(name)) return shorten(name);
  const startedAs = printable(baseName(readArgument0() ?? ""));
  // A program that renamed itself meant it: only a name that goes on where this one stops is it.
  if (startedAs !== "" && (name === "" || THREAD_NAMES.has(name) || startedAs.startsWith(name))) {
    return shorten(startedAs);
  }
  return name === "" ? "unnamed" : shorten(name);
}

/** A login shell is started as `-bash`, and a program by any path. */
function baseName(argument: string): string {
  return argument.slice(argument.lastIndexOf("/") + 1).replace(/^-/, "");
}

/** Without control and formatting characters, which could draw over what stands around the name. */
function printable(text: string): string {
  // A name that was cut inside a character ends in a replacement mark.
  return text
    .replace(/\uFFFD+$/u, "")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, "")
    .trim();
}

function shorten(name: string): string {
  // A name of so few UTF-16 units has no more characters than that.
  if (name.length <= MAX_CHARACTERS) return name;
  return Array.from(name).slice(0, MAX_CHARACTERS).join("");
}
