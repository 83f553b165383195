import { CliFailure } from "./cli-failure.ts";
import { EXIT } from "./exit-codes.ts";

/** An option's number of seconds, in milliseconds. */
export function seconds(option: string, text: string): number {
  if (!/^\d{1,7}(\.\d{1,3})?$/.test(text)) {
    throw new CliFailure(EXIT.usage, `${option} ${text}: say a number of seconds`);
  }
  return Number(text) * 1_000;
}
