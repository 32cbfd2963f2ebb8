/**
 * A renewal extends the lease only if less than this share of it is left. Otherwise `due_at` keeps its value: PostgreSQL updates a row
 * in place when no indexed column changes.
 */
export const renewalThreshold = 0.75;

/** Computes the time until which a lease is certainly valid, by the monotonic clock of this process. */
export interface LeaseClock {
  /** The end of a full lease, after the statement that acquired or renewed it was sent at `sentMs`. */
  acquired(sentMs: number): number;
  /** The end of the lease after a statement that renewed it only if less than `renewalThreshold` of it was left. */
  renewed(sentMs: number, untilMs: number): number;
  /** The time left of a lease. */
  leftMs(untilMs: number): number;
  nowMs(): number;
}

export interface LeaseClockSettings {
  readonly leaseMs: number;
  /** Monotonic: it keeps running while the process is suspended, and it cannot be set. */
  readonly nowMs: () => number;
}

/**
 * A lease begins when PostgreSQL executes the statement. The clock counts from the earlier time at which the statement was sent, so it
 * ends the lease early and never late.
 */
export const createLeaseClock = ({ leaseMs, nowMs }: LeaseClockSettings): LeaseClock => ({
  acquired: (sentMs) => sentMs + leaseMs,
  renewed: (sentMs, untilMs) => Math.max(untilMs, sentMs + renewalThreshold * leaseMs),
  leftMs: (untilMs) => untilMs - nowMs(),
  nowMs,
});
