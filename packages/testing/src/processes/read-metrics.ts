interface MetricsTarget {
  readonly url: string;
  readonly adminUrl?: string;
}

/** A sample of a program's metrics page, added up over its labels: 0 where there is none. */
export async function readMetric(program: MetricsTarget, name: string, operatorKey: string): Promise<number> {
  return (await readMetrics(program, operatorKey)).get(name) ?? 0;
}

/** Longer than a program stands still at a crash point, which is to be asked about when it comes to itself. */
const timeoutMs = 20_000;

/** Everything on a program's metrics page, each metric added up over its labels. Raises when there is no answer within `limitMs`. */
export async function readMetrics(
  { url, adminUrl = url }: MetricsTarget,
  operatorKey: string,
  { limitMs = timeoutMs } = {},
): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${adminUrl}/metrics`, { headers: { 'X-API-Key': operatorKey }, signal: AbortSignal.timeout(limitMs) });
  const sums = new Map<string, number>();
  for (const line of (await response.text()).split('\n')) {
    const [, name, value] = /^(\w+)(?:\{.*\})? (\S+)$/.exec(line) ?? [];
    if (name) sums.set(name, (sums.get(name) ?? 0) + Number(value));
  }
  return sums;
}
