/** Everything that is bounded in what strangers, slow clients and busy clients may cost. */
export interface Limits {
  /** How long a request may take to arrive, head and body. Looked at every `checkMs`. */
  readonly requestMs: number;
  readonly checkMs: number;
  readonly headerBytes: number;
  /** On each of the two ways in, so that one cannot starve the other. */
  readonly connections: number;
  /** Calls per second of one caller that came over TCP. */
  readonly callsPerSecond: number;
  /** Wrong tokens and codes per minute and address, before they are no longer looked at one by one. */
  readonly failuresPerMinute: number;
  /**
   * Silence after which a WebSocket's peer is asked for a sign of life; after two it is dropped, or
   * after eleven where something waits for it to be taken.
   */
  readonly heartbeatMs: number;
  /** What may be queued for one event subscriber. */
  readonly queuedEvents: number;
  readonly queuedEventBytes: number;
  /** How long sockets and calls may take to end when the daemon stops. */
  readonly closeMs: number;
}

/** The limits of a daemon. `requestMs` and `checkMs` together stay under the promised 30 s. */
export const LIMITS: Limits = {
  requestMs: 20_000,
  checkMs: 2_000,
  headerBytes: 32 * 1024,
  connections: 512,
  callsPerSecond: 2_000,
  failuresPerMinute: 60,
  heartbeatMs: 30_000,
  queuedEvents: 1_000,
  queuedEventBytes: 4 * 1024 * 1024,
  closeMs: 1_000,
};
