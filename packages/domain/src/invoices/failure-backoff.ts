/** The records that a process leaves alone for a while, because the work on them failed. */
export interface FailureBackoff {
  /** Answers how often it has failed in a row. */
  readonly recordFailure: (id: string) => number;
  readonly recordSuccess: (id: string) => void;
  /** Those whose time is not over yet. */
  readonly waitingIds: () => readonly string[];
}

const initialDelayMs = 1_000;
const maximumDelayMs = 3_600_000;

/** None yet. Each failure doubles the time, from a second to an hour; a success forgets them. */
export function createFailureBackoff(clock: () => number = Date.now): FailureBackoff {
  const failed = new Map<string, { readonly failures: number; readonly until: number }>();
  return {
    recordFailure(id) {
      const failures = (failed.get(id)?.failures ?? 0) + 1;
      failed.set(id, { failures, until: clock() + Math.min(maximumDelayMs, initialDelayMs * 2 ** (failures - 1)) });
      return failures;
    },
    recordSuccess: (id) => void failed.delete(id),
    waitingIds: () => [...failed].flatMap(([id, { until }]) => (until > clock() ? [id] : [])),
  };
}
