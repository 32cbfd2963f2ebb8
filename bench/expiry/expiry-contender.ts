import type pg from 'pg';

/** One way to expire reservations. A separate file exports it as `contender`. */
export interface ExpiryContender {
  readonly name: string;
  /**
   * What is written for each expired reservation, so that a reader can judge whether the contenders do the same work.
   */
  readonly records: string;
  /** The time before the first expiry in which 100,000 reservations are created. */
  readonly leadMs: number;
  start(): Promise<RunningExpiry>;
}

export interface RunningExpiry {
  readonly versions: Readonly<Record<string, string>>;
  readonly pool: pg.Pool;
  /** Selects `id` and `expires_at` of the reservations that have not been expired yet. */
  readonly remainingQuery: string;
  /** Creates reservations of one resource each that expire at these times, in milliseconds since 1970. */
  reserve(endsAtMs: readonly number[]): Promise<void>;
  /** Expires all of them after the first expiry; absent if the contender does that itself. */
  expireAll?(): Promise<void>;
  stop(): Promise<void>;
}

/** The figures of one contender in one turn. */
export interface ExpiryFigures {
  readonly perSecond: number;
  readonly cpuMsPerUnit: number;
  /** How late reservations are expired one by one; absent with `expireAll`. */
  readonly lateness?: { readonly p50Ms: number; readonly p99Ms: number };
  readonly versions: Readonly<Record<string, string>>;
}
