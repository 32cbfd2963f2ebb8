/** What a campaign has seen: how often what happened, and what must not have. */
export interface Findings {
  /** Counts something that happened. */
  saw(what: string, times?: number): void;
  /** How often it happened. */
  times(what: string): number;
  /** Notes something that must not happen. The campaign goes on, and has failed. */
  wrong(what: string): void;
  readonly wrongs: readonly string[];
  readonly counts: ReadonlyMap<string, number>;
  /** Orders that a client was told of in a 2xx, by the key of the request that was answered so. */
  readonly promised: Map<string, string>;
}

/** Begins with nothing seen. */
export function startFindings(): Findings {
  const counts = new Map<string, number>();
  const wrongs: string[] = [];
  return {
    saw: (what, times = 1) => void counts.set(what, (counts.get(what) ?? 0) + times),
    times: (what) => counts.get(what) ?? 0,
    wrong: (what) => void wrongs.push(what),
    wrongs,
    counts,
    promised: new Map(),
  };
}
