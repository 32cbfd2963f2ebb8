// Own code: a retry of cockatiel waits within one call; these delays are kept from one run of the job to the next
// (decision 67).

/** Delays retries of records whose work failed, within this process. */
export interface FailureBackoff {
  /** Returns the number of consecutive failures. */
  readonly recordFailure: (id: string) => number;
  readonly recordSuccess: (id: string) => void;
  /** The ids whose delay has not passed yet. */
  readonly waitingIds: () => readonly string[];
}

const initialDelayMs = 1_000;
const maximumDelayMs = 3_600_000;

/** Starts empty. Each failure doubles the delay, from a second to an hour; a success resets it. */
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
