/** Ends the command with this exit code; the message is for a person and may be empty. */
export class CliFailure extends Error {
  override readonly name = "CliFailure";
  readonly exitCode: number;

  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
