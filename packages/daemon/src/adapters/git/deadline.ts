/** A point in time until when several git commands together may take. */
export interface Deadline {
  /** Milliseconds left; zero or less when it has passed. */
  left(): number;
}

/** A deadline so many milliseconds from now, by a clock that nobody sets back. */
export function deadlineIn(ms: number): Deadline {
  const end = performance.now() + ms;
  return { left: () => Math.floor(end - performance.now()) };
}

/** The earlier of a deadline and so many milliseconds from now. */
export function within(deadline: Deadline, ms: number): Deadline {
  const own = deadlineIn(ms);
  return { left: () => Math.min(deadline.left(), own.left()) };
}
