/** The waits before the second and every later try: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
export const defaultRetryDelaysMs = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map(
  (seconds) => seconds * 1_000,
);

/** A tenth more at random, so that what failed together is not repeated together. */
const jitter = 0.1;

export interface NextAttempt {
  readonly attemptsSinceEnabled: number;
  readonly retryAfterMs?: number | undefined;
}

/** The wait before the next try; null after the last one. A pause that the receiver asked for is kept. */
export function computeRetryMs(
  { attemptsSinceEnabled, retryAfterMs = 0 }: NextAttempt,
  delaysMs: readonly number[],
  random: () => number = Math.random,
): number | null {
  const delayMs = delaysMs[attemptsSinceEnabled - 1];
  return delayMs === undefined ? null : Math.max(retryAfterMs, Math.round(delayMs * (1 + jitter * random())));
}
