/** An Enter so soon behind a text belongs to the same burst. */
const BURST_MS = 120;

/** One Enter in so many is lost, as in an agent that draws a menu just then. */
const LOSES_EVERY = 10;

/**
 * Takes what is typed as a busy agent does: late, and all that came meanwhile in one piece, in which
 * an Enter is a line end. It also loses an Enter now and then.
 */
export function coalescing(
  press: (chunk: string) => void,
  lateMs: number,
): (chunk: string) => void {
  let held = "";
  let textAt = 0;
  let enters = 0;
  const flush = (): void => {
    const chunk = held;
    held = "";
    const isEnter = chunk === "\r";
    if (!isEnter) {
      textAt = Date.now();
      press(chunk.replaceAll("\r", "\n"));
    } else if (Date.now() - textAt < BURST_MS) press("\n");
    else if (++enters % LOSES_EVERY !== 0) press("\r");
  };
  return (chunk) => {
    if (held === "") setTimeout(flush, lateMs);
    held += chunk;
  };
}
