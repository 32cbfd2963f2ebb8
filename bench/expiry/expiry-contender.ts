import type pg from 'pg';

/** One way of ending reservations when their time is over. A file of its own exports it as `contender`. */
export interface ExpiryContender {
  readonly name: string;
  /** What is written for each reservation that ends, so that a reader can judge whether like is compared with like. */
  readonly records: string;
  /** How long it may take to be told of 100,000 ends before the first of them comes. */
  readonly noticeMs: number;
  start(): Promise<RunningExpiry>;
}

export interface RunningExpiry {
  readonly versions: Readonly<Record<string, string>>;
  readonly pool: pg.Pool;
  /** The query of what is kept still: `id` and `expires_at` of its reservation. */
  readonly kept: string;
  /** Makes reservations of one resource each, and lets them end at these times, in milliseconds since 1970. */
  reserve(endsAtMs: readonly number[]): Promise<void>;
  /** Ends them when the first is over; absent where that happens by itself. */
  endAll?(): Promise<void>;
  stop(): Promise<void>;
}

/** What one contender did in its turn. */
export interface ExpiryFigures {
  readonly perSecond: number;
  readonly cpuMsPerUnit: number;
  /** Of reservations that end one by one; absent where nothing ends them by itself. */
  readonly lateness?: { readonly p50Ms: number; readonly p99Ms: number };
  readonly versions: Readonly<Record<string, string>>;
}
