// Own code: most units of work are no HTTP requests, and autocannon sends only those (decision 67).

export interface LoopResult {
  readonly count: number;
  readonly seconds: number;
  /** One per unit of work, in the order in which they ended. */
  readonly latenciesMs: readonly number[];
}

/**
 * Runs `clients` units of work concurrently for `seconds`: each client starts its next unit when its last one is done.
 * The units that are running at the end are finished and counted, and so is their time.
 */
export async function closedLoop(work: () => Promise<void>, clients: number, seconds: number): Promise<LoopResult> {
  const latenciesMs: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;

  async function client(): Promise<void> {
    while (performance.now() < end) {
      const startedAt = performance.now();
      await work();
      latenciesMs.push(performance.now() - startedAt);
    }
  }

  await Promise.all(Array.from({ length: clients }, client));
  return { count: latenciesMs.length, seconds: (performance.now() - start) / 1000, latenciesMs };
}
