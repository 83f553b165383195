import type { Route, Routes } from "@maestro/protocol";
import type * as z from "zod";
import type { Access } from "../app/access/access.ts";
import type { Operations } from "../app/operations.ts";
import type { LiveSockets } from "./live-sockets.ts";

type Part<R, K extends "params" | "query" | "body"> = R extends {
  readonly [P in K]: infer S extends z.ZodType;
}
  ? z.output<S>
  : undefined;

/** What a call brought along, checked and typed by its route. */
interface Call<R extends Route> {
  readonly params: Part<R, "params">;
  readonly query: Part<R, "query">;
  readonly body: Part<R, "body">;
  /** Aborted when the client no longer waits for an answer. Made where it is asked for. */
  readonly gone: () => AbortSignal;
}

type Answer<R extends Route> = R extends { readonly response: infer S extends z.ZodType }
  ? z.input<S>
  : void;

/** One function per call of the API. A route without one does not compile. */
export type Handlers = {
  readonly [K in keyof Routes]: (
    call: Call<Routes[K]>,
  ) => Promise<Answer<Routes[K]>> | Answer<Routes[K]>;
};

/** What a daemon tells of itself, beside what the app knows. */
interface DaemonIdentity {
  readonly version: string;
  readonly stateDir: string;
  readonly runtimeDir: string | null;
  readonly socketPath: string;
  readonly startedAt: number;
  /** null where it listens on its Unix socket alone. */
  url(): string | null;
}

/** What the handlers work with. */
export interface HandlerDeps {
  readonly operations: Operations;
  readonly access: Access;
  readonly daemon: DaemonIdentity;
  readonly sockets: LiveSockets;
  readonly onShutdown: () => void;
}
