import { ApiError, type Route, routes, type Routes } from "@maestro/protocol";
import type * as z from "zod";
import { ApiFailure, Unreachable } from "./api-failure.ts";
import type { Connection, HttpAnswer } from "./connection.ts";

type Part<R, K extends "params" | "query" | "body"> = R extends {
  readonly [P in K]: infer S extends z.ZodType;
}
  ? { readonly [P in K]: z.input<S> }
  : unknown;
type Input<R> = Part<R, "params"> & Part<R, "query"> & Part<R, "body">;
type Args<R> = unknown extends Input<R> ? [] : [input: Input<R>];
type Answer<R> = R extends { readonly response: infer S extends z.ZodType } ? z.output<S> : void;

/** Every call of the daemon by its name, typed from the contract. */
export type Api = {
  readonly [K in keyof Routes]: (...args: Args<Routes[K]>) => Promise<Answer<Routes[K]>>;
};

interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

/** Making a worktree of a large repository is the slowest thing a call may do. */
const DEFAULT_TIMEOUT_MS = 120_000;

/** The typed client. Rejects with `ApiFailure` or `Unreachable`. */
export function createApi(connection: Connection, timeoutMs = DEFAULT_TIMEOUT_MS): Api {
  const call = async (route: Route, input: AnyInput = {}): Promise<unknown> => {
    const answer = await request(connection, route, { input, timeoutMs });
    if (answer.status < 200 || answer.status > 299) {
      throw new ApiFailure(answer.status, refusalOf(answer));
    }
    if (route.response === undefined) return undefined;
    const parsed = route.response.safeParse(jsonOf(answer.body));
    if (parsed.success) return parsed.data;
    const message = `The daemon's answer to ${route.method} ${route.path} is not understood; is it of another version?`;
    throw new ApiFailure(answer.status, { code: "internal", message });
  };
  const calls = Object.entries(routes).map(([name, route]) => [
    name,
    (input?: AnyInput) => call(route, input),
  ]);
  return Object.fromEntries(calls) as Api;
}

/** The address of a route or socket with its parameters filled in. */
export function pathOf(path: string, { params = {}, query = {} }: AnyInput): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const asked = Object.entries(query).filter((pair): pair is [string, string] => pair[1] != null);
  return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked)}`;
}

async function request(
  connection: Connection,
  route: Route,
  { input, timeoutMs }: { input: AnyInput; timeoutMs: number },
): Promise<{ status: number; body: string }> {
  const json = input.body === undefined ? undefined : JSON.stringify(input.body);
  try {
    const answer: HttpAnswer = await connection.fetch(pathOf(route.path, input), {
      method: route.method,
      headers: json === undefined ? {} : { "content-type": "application/json" },
      ...(json === undefined ? {} : { body: json }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: answer.status, body: await answer.text() };
  } catch (error) {
    throw new Unreachable(error);
  }
}

function refusalOf({ status, body }: { status: number; body: string }): ApiError {
  const parsed = ApiError.safeParse(jsonOf(body));
  if (parsed.success) return parsed.data;
  return { code: "internal", message: `The daemon answered ${status} without saying why.` };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
