/** How often the way to the daemon is measured: a figure that nobody looks at costs nothing. */
const EVERY_MS = 5_000;

/** Calls again and again while the page is in sight; answers the function that ends it. */
export function measureWhileSeen(measure: () => void): () => void {
  const look = (): void => {
    if (document.visibilityState === "visible") measure();
  };
  const timer = setInterval(look, EVERY_MS);
  // The first figure comes with the first second, not with the fifth.
  const first = setTimeout(look, 1_000);
  document.addEventListener("visibilitychange", look);
  return () => {
    clearInterval(timer);
    clearTimeout(first);
    document.removeEventListener("visibilitychange", look);
  };
}
