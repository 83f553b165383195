import { ApiFailure } from "@maestro/client";

/** The refusal that a call ends in; a call that is not refused fails the test. */
export async function refusal(call: Promise<unknown>): Promise<ApiFailure> {
  let answer: unknown;
  try {
    answer = await call;
  } catch (error) {
    if (error instanceof ApiFailure) return error;
    throw error;
  }
  throw new Error(`not refused: ${JSON.stringify(answer)}`);
}
