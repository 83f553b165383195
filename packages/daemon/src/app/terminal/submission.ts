/** Sees on the screen what becomes of a text. Rejects where Enter would do what nobody asked for. */
export interface SubmitCheck {
  /** Before the text is typed: whether it begins something, or answers what is asked. */
  begin(): Promise<"prompt" | "answer">;
  /** Resolves when the text can be seen to be typed, or has had time enough; says whether Enter is to follow. */
  typed(): Promise<"submit" | "answered">;
  /** After Enter: resolves when the text was taken, and has it pressed again where it was lost. */
  confirm(pressAgain: () => Promise<void>): Promise<void>;
}

/** Writes down how far a text and its Enter have come. */
export interface SubmitProgress {
  /** The first byte is about to be typed. */
  begun(): Promise<void>;
  /** The terminal has all of the text. */
  typed(): Promise<void>;
  /** Enter is about to be pressed, or not needed any more. */
  entering(): Promise<void>;
}

/** How a text is submitted. */
export interface Submission {
  readonly asPaste: boolean;
  /** How long the program gets to take the text in before Enter. */
  readonly gapMs: number;
  readonly check: SubmitCheck | null;
  readonly progress: SubmitProgress;
}
