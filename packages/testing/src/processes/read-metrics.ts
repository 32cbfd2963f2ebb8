interface MetricsTarget {
  readonly url: string;
  readonly adminUrl?: string;
}

/** Returns the sum of a metric over its labels; 0 if the metric is missing. */
export async function readMetric(program: MetricsTarget, name: string, operatorKey: string): Promise<number> {
  return (await readMetrics(program, operatorKey)).get(name) ?? 0;
}

/** Longer than a program is suspended at a crash point, so that the request succeeds after it resumes. */
const timeoutMs = 300_000;

/**
 * Reads the metrics page of a program, and sums each metric over its labels. Throws if there is no response within
 * `limitMs`.
 */
export async function readMetrics(
  { url, adminUrl = url }: MetricsTarget,
  operatorKey: string,
  { limitMs = timeoutMs } = {},
): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${adminUrl}/metrics`, {
    headers: { 'X-API-Key': operatorKey },
    signal: AbortSignal.timeout(limitMs),
  });
  const sums = new Map<string, number>();
  for (const line of (await response.text()).split('\n')) {
    const [, name, value] = /^(\w+)(?:\{.*\})? (\S+)$/.exec(line) ?? [];
    if (name) sums.set(name, (sums.get(name) ?? 0) + Number(value));
  }
  return sums;
}
