const lookLimitMs = 1_000;

/** What a program has counted so far: each metric, added up over its labels. */
export async function metricsOf(url: string, operatorKey: string): Promise<Map<string, number>> {
  const response = await fetch(`${url}/metrics`, { headers: { 'X-API-Key': operatorKey }, signal: AbortSignal.timeout(lookLimitMs) });
  const sums = new Map<string, number>();
  for (const line of (await response.text()).split('\n')) {
    const [, name, value] = /^([a-z_]+)(?:\{.*\})? (\S+)$/.exec(line) ?? [];
    if (name) sums.set(name, (sums.get(name) ?? 0) + Number(value));
  }
  return sums;
}
