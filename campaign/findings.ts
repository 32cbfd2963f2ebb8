/** What a campaign has seen: how often what happened, and what must not have. */
export interface Findings {
  /** Counts something that happened. */
  saw(what: string): void;
  /** How often it happened. */
  times(what: string): number;
  /** Notes something that must not happen. The campaign goes on, and has failed. */
  wrong(what: string): void;
  readonly wrongs: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
  /** The orders that a client was told of in a 2xx. */
  readonly promised: Set<string>;
  /** The credits likewise. */
  readonly credits: Set<string>;
  /** Notes how much of a record of usage a client was told to be counted. Told again it has to be the same. */
  wasCounted(recordId: string, amount: number): void;
  readonly counted: ReadonlyMap<string, number>;
}

/** Begins with nothing seen. */
export function startFindings(): Findings {
  const counts = new Map<string, number>();
  const wrongs: string[] = [];
  const counted = new Map<string, number>();
  return {
    saw: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    times: (what) => counts.get(what) ?? 0,
    wrong: (what) => void wrongs.push(what),
    wrongs,
    counts,
    promised: new Set(),
    credits: new Set(),
    wasCounted(recordId, amount) {
      const before = counted.get(recordId);
      if (before !== undefined && before !== amount) wrongs.push(`of the record ${recordId} ${before} was counted, and ${amount} when it was sent again`);
      counted.set(recordId, amount);
    },
    counted,
  };
}
