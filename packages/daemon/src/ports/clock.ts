/** The time of day, so that tests can choose it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}
