/**
 * A lease that is renewed while it is held is so long again, unless this share of it is left. A row whose indexed columns stay
 * the same is updated in place.
 */
export const renewalThreshold = 0.75;

/** Until when an order is surely held, by the monotonic clock of this process. */
export interface LeaseClock {
  /** After the statement that took the order, or renewed its lease, and that was sent then. */
  acquired(sentMs: number): number;
  /** After a statement that renewed the lease only where less than `keptShare` of it was left. */
  renewed(sentMs: number, untilMs: number): number;
  /** How much of it is left. */
  leftMs(untilMs: number): number;
  nowMs(): number;
}

export interface LeaseClockSettings {
  readonly leaseMs: number;
  /** Monotonic: it goes on while the process is stopped, and nobody sets it. */
  readonly nowMs: () => number;
}

/** A lease begins when PostgreSQL runs the statement, which is later than it was sent: what is counted here ends earlier. */
export const createLeaseClock = ({ leaseMs, nowMs }: LeaseClockSettings): LeaseClock => ({
  acquired: (sentMs) => sentMs + leaseMs,
  renewed: (sentMs, untilMs) => Math.max(untilMs, sentMs + renewalThreshold * leaseMs),
  leftMs: (untilMs) => untilMs - nowMs(),
  nowMs,
});
