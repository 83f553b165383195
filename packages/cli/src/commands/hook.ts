/** The program that agents call; it is built beside this one and reads the same command line. */
const PROGRAM = "./maestro-hook.mjs";

/** Hands over to the hook program, which ends the process. Without it, there is nothing to disturb. */
export async function hook(): Promise<void> {
  try {
    await import(new URL(PROGRAM, import.meta.url).href);
  } catch {
    process.exit(0);
  }
}
