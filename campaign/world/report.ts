/** The observations of a campaign: counters and violations. */
export interface CampaignReport {
  /** Increments the counter of an event, by 1 unless told otherwise. */
  increment(name: string, by?: number): void;
  /** Returns the counter of an event. */
  getCount(name: string): number;
  /** Records a violation. The campaign continues and fails at its end. */
  addViolation(violation: string): void;
  readonly violations: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
  /** The ids of orders in 2xx responses. */
  readonly acceptedOrderIds: Set<string>;
  /** The ids of credits in 2xx responses. */
  readonly creditIds: Set<string>;
  /** Records the counted amount of a usage record from a response. Every response must have the same amount. */
  recordCountedUsage(recordId: string, amount: number): void;
  readonly countedUsage: ReadonlyMap<string, number>;
}

/** Creates an empty report. */
export function createReport(): CampaignReport {
  const counts = new Map<string, number>();
  const violations: string[] = [];
  const countedUsage = new Map<string, number>();
  return {
    increment: (name, by = 1) => void counts.set(name, (counts.get(name) ?? 0) + by),
    getCount: (name) => counts.get(name) ?? 0,
    addViolation: (violation) => void violations.push(violation),
    violations,
    counts,
    acceptedOrderIds: new Set(),
    creditIds: new Set(),
    recordCountedUsage(recordId, amount) {
      const earlier = countedUsage.get(recordId);
      if (earlier !== undefined && earlier !== amount)
        violations.push(
          `${earlier} of usage record ${recordId} was counted at first, and ${amount} when it was sent again`,
        );
      countedUsage.set(recordId, amount);
    },
    countedUsage,
  };
}
