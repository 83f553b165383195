import {
  type Api,
  ApiFailure,
  type Connection,
  createApi,
  type EventStream,
  followEvents,
  originConnection,
  Unreachable,
} from "@maestro/client";
import type { ServerEvent } from "@maestro/protocol";
import { createContext, useContext } from "react";
import { measureWhileSeen } from "./measure-while-seen.ts";
import { notify, usePage, viewChanged } from "./page-store.ts";

/** That a session came to need somebody, as the daemon tells it. */
export type SessionAsks = Extract<ServerEvent, { type: "session_asks" }>;

/** The daemon that this page came from, as a signed-in page sees it. */
export interface Daemon {
  readonly connection: Connection;
  readonly api: Api;
  /** Tries again at once where the connection is lost. */
  readonly retryNow: () => void;
  /** Hears of every session that came to need somebody; answers the function that ends it. */
  readonly onAsks: (listener: (asks: SessionAsks) => void) => () => void;
  readonly close: () => void;
}

/** Follows the daemon and puts what it says into the page's state. */
export function followDaemon(token: string, onSignedOut: () => void): Daemon {
  const connection = originConnection({ url: location.origin, token });
  const api = createApi(connection);
  api.getStatus().then(
    ({ home }) => usePage.setState({ home }),
    () => {},
  );
  const listeners = new Set<(asks: SessionAsks) => void>();
  const stream: EventStream = followEvents(connection, {
    changed(view, event) {
      viewChanged(view);
      if (event.type === "session_asks") for (const listener of listeners) listener(event);
    },
    roundTrip: (ms) => usePage.setState({ roundTripMs: Math.round(ms) }),
    state(state) {
      if (state.kind === "waiting") {
        const nextTryAt = Date.now() + state.retryInMs;
        usePage.setState({ link: { kind: "lost", nextTryAt }, roundTripMs: null });
        // A refused socket looks like a lost one: only a call tells that the token is no longer any.
        api.getStatus().catch((error: unknown) => {
          if (error instanceof ApiFailure && error.code === "unauthorized") onSignedOut();
        });
      } else if (state.kind === "open") {
        usePage.setState({ link: { kind: "open" } });
      }
    },
  });
  const measuring = measureWhileSeen(() => stream.ping());
  return {
    connection,
    api,
    retryNow: () => stream.retryNow(),
    onAsks(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      measuring();
      stream.close();
    },
  };
}

const DaemonContext = createContext<Daemon | null>(null);
/** Gives what is below it the daemon that the page is signed in to. */
export const DaemonProvider = DaemonContext.Provider;

/** The daemon that the page is signed in to; only below a `DaemonProvider`. */
export function useDaemon(): Daemon {
  const daemon = useContext(DaemonContext);
  if (daemon === null) throw new Error("there is no daemon outside a signed-in page");
  return daemon;
}

/** A failed call in words for a person. */
export function failureWords(error: unknown): string {
  if (error instanceof ApiFailure) return error.message;
  if (error instanceof Unreachable) return "The daemon did not answer. Nothing was changed here.";
  return error instanceof Error ? error.message : String(error);
}

/** Says in the page that a call failed. */
export function reportFailure(error: unknown): void {
  notify(failureWords(error));
}
