/** A condition that the database must meet when all work has settled. It is a query for the rows that violate it. */
export interface Invariant {
  /** The number in `reliability.md`. */
  readonly number: number;
  readonly description: string;
  /** Returns one row for each violation, with the ids of its records. */
  readonly violations: string;
  /**
   * For a condition on a duration: the limit on an idle machine. The query has the limit on this machine as its first
   * value, in milliseconds.
   */
  readonly idleLimitMs?: number;
}
