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
}

/** Begins with nothing seen. */
export function startFindings(): Findings {
  const counts = new Map<string, number>();
  const wrongs: string[] = [];
  return {
    saw: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1),
    times: (what) => counts.get(what) ?? 0,
    wrong: (what) => void wrongs.push(what),
    wrongs,
    counts,
    promised: new Set(),
  };
}
