// The process of one contender: main.ts starts it, and it sends its figures and exits.
import { setTimeout as pause } from 'node:timers/promises';
import { processTimeMs } from '../harness/process-time.ts';
import { percentile } from '../harness/statistics.ts';
import type { ExpiryContender, ExpiryFigures, RunningExpiry } from './expiry-contender.ts';

const { file, count, trickle } = JSON.parse(process.argv[2] as string) as {
  readonly file: string;
  readonly count: number;
  readonly trickle: number;
};
const { contender } = (await import(file)) as { contender: ExpiryContender };
process.once('disconnect', exit);

const running = await contender.start();
const lateness = running.expireAll ? {} : { lateness: await measureOneByOne(running) };
const together = await measureTogether(running);
process.send?.({ ...together, ...lateness, versions: running.versions } satisfies ExpiryFigures);
await running.stop();
process.off('disconnect', exit);
process.exit();

function exit(): void {
  process.exit(1);
}

/** Lets all reservations expire within a second and measures the time from the first expiry until none is left. */
async function measureTogether({
  reserve,
  expireAll,
  pool,
  remainingQuery,
}: RunningExpiry): Promise<Pick<ExpiryFigures, 'perSecond' | 'cpuMsPerUnit'>> {
  const firstEndMs = Date.now() + contender.leadMs;
  await reserve(spread(count, firstEndMs, 1_000));
  const leftMs = firstEndMs - Date.now();
  if (leftMs < 0) throw new Error('The first reservation expired before all were created.');
  await pause(leftMs);
  const processTimeBefore = processTimeMs(process.pid);
  await expireAll?.();
  while (await isAnyLeft()) await pause(50);
  const elapsedMs = Date.now() - firstEndMs;
  return {
    perSecond: (count / elapsedMs) * 1_000,
    cpuMsPerUnit: (processTimeMs(process.pid) - processTimeBefore) / count,
  };

  async function isAnyLeft(): Promise<boolean> {
    const { rows } = await pool.query(`select exists (${remainingQuery}) as is_left`);
    return rows[0].is_left;
  }
}

/** Lets reservations expire one by one and polls how late each of them is released. */
async function measureOneByOne({
  reserve,
  pool,
  remainingQuery,
}: RunningExpiry): Promise<{ p50Ms: number; p99Ms: number }> {
  await reserve(spread(trickle, Date.now() + 5_000, trickle * 20));
  const endsAtMs = new Map(await listRemaining());
  const latenessMs = new Map<string, number>();
  while (latenessMs.size < trickle) {
    const left = new Map(await listRemaining());
    for (const [id, endAtMs] of endsAtMs)
      if (!left.has(id) && !latenessMs.has(id)) latenessMs.set(id, Date.now() - endAtMs);
    await pause(5);
  }
  const all = [...latenessMs.values()];
  return { p50Ms: percentile(all, 50), p99Ms: percentile(all, 99) };

  async function listRemaining(): Promise<[string, number][]> {
    const { rows } = await pool.query<{ id: string; expires_at: Date }>(remainingQuery);
    return rows.map(({ id, expires_at }) => [id, expires_at.getTime()]);
  }
}

function spread(many: number, firstMs: number, overMs: number): number[] {
  return Array.from({ length: many }, (_, at) => firstMs + (at * overMs) / many);
}
