/** Commits to be judged, and the tips of the remote branches they may have landed in. */
export interface LandingQuestion {
  readonly commits: readonly string[];
  readonly tips: readonly string[];
}

/** What was found to have landed; `isFinal` is false where git did not come to an end. */
export interface LandingAnswer {
  readonly landed: ReadonlySet<string>;
  readonly isFinal: boolean;
}
