/** What a campaign has seen: how often what happened, and what must not have. */
export interface CampaignReport {
  /** Counts something that happened. */
  increment(name: string): void;
  /** How often it happened. */
  getCount(name: string): number;
  /** Notes something that must not happen. The campaign goes on, and has failed. */
  addViolation(name: string): void;
  readonly violations: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
  /** The orders that a client was told of in a 2xx. */
  readonly acceptedOrderIds: Set<string>;
  /** The credits likewise. */
  readonly creditIds: Set<string>;
  /** Notes how much of a record of usage a client was told to be counted. Told again it has to be the same. */
  recordCountedUsage(recordId: string, amount: number): void;
  readonly countedUsage: ReadonlyMap<string, number>;
}

/** Begins with nothing seen. */
export function createReport(): CampaignReport {
  const counts = new Map<string, number>();
  const violations: string[] = [];
  const countedUsage = new Map<string, number>();
  return {
    increment: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    getCount: (what) => counts.get(what) ?? 0,
    addViolation: (what) => void violations.push(what),
    violations,
    counts,
    acceptedOrderIds: new Set(),
    creditIds: new Set(),
    recordCountedUsage(recordId, amount) {
      const earlier = countedUsage.get(recordId);
      if (earlier !== undefined && earlier !== amount)
        violations.push(`of the record ${recordId} ${earlier} was counted, and ${amount} when it was sent again`);
      countedUsage.set(recordId, amount);
    },
    countedUsage,
  };
}
