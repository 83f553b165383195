/** One measured figure, beside what it is compared with in the same run. */
export interface Figure {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  /** What a user would have otherwise, or null where the figure stands alone. */
  readonly theirs: number | null;
  /** The goal in words. */
  readonly goal: string;
  /** Whether the goal was reached. */
  readonly reached: boolean;
}

/** A measurement that can be run alone. */
export interface Scenario {
  readonly name: string;
  readonly run: () => Promise<readonly Figure[]>;
}
