import type { AppContext } from "./app-context.ts";

/**
 * One step back, and whether it could be taken. Where not, the others are taken all the same, and
 * the first error is told.
 */
export async function undoing(context: AppContext, step: () => Promise<void>): Promise<boolean> {
  try {
    await step();
    return true;
  } catch (error) {
    context.log.error("a step of a failed creation could not be undone", {
      error: (error as Error).message,
    });
    return false;
  }
}
