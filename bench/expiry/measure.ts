// The process in which one contender has its turn: started by main.ts, tells it the figures, and ends.
import { setTimeout as pause } from 'node:timers/promises';
import { processTimeMs } from '../harness/process-time.ts';
import { percentile } from '../harness/statistics.ts';
import type { ExpiryContender, ExpiryFigures, RunningExpiry } from './expiry-contender.ts';

const { file, count, trickle } = JSON.parse(process.argv[2] as string) as { readonly file: string; readonly count: number; readonly trickle: number };
const { contender } = (await import(file)) as { contender: ExpiryContender };
process.once('disconnect', exit);

const running = await contender.start();
const lateness = running.endAll ? {} : { lateness: await measureOneByOne(running) };
const together = await measureTogether(running);
process.send?.({ ...together, ...lateness, versions: running.versions } satisfies ExpiryFigures);
await running.stop();
process.off('disconnect', exit);
process.exit();

function exit(): void {
  process.exit(1);
}

/** Lets all of them end within a second; the time is from the first end until none is left. */
async function measureTogether({ reserve, endAll, pool, kept }: RunningExpiry): Promise<Pick<ExpiryFigures, 'perSecond' | 'cpuMsPerUnit'>> {
  const firstEndMs = Date.now() + contender.noticeMs;
  await reserve(spread(count, firstEndMs, 1_000));
  const leftMs = firstEndMs - Date.now();
  if (leftMs < 0) throw new Error('the first of them ended before all were there');
  await pause(leftMs);
  const processTimeBefore = processTimeMs(process.pid);
  await endAll?.();
  while (await isAnyLeft()) await pause(50);
  const elapsedMs = Date.now() - firstEndMs;
  return { perSecond: (count / elapsedMs) * 1_000, cpuMsPerUnit: (processTimeMs(process.pid) - processTimeBefore) / count };

  async function isAnyLeft(): Promise<boolean> {
    const { rows } = await pool.query(`select exists (${kept}) as is_left`);
    return rows[0].is_left;
  }
}

/** Lets them end one by one; how late each was is seen from outside, by looking all the time. */
async function measureOneByOne({ reserve, pool, kept }: RunningExpiry): Promise<{ p50Ms: number; p99Ms: number }> {
  await reserve(spread(trickle, Date.now() + 5_000, trickle * 20));
  const endsAtMs = new Map(await keptOnes());
  const latenessMs = new Map<string, number>();
  while (latenessMs.size < trickle) {
    const left = new Map(await keptOnes());
    for (const [id, endAtMs] of endsAtMs) if (!left.has(id) && !latenessMs.has(id)) latenessMs.set(id, Date.now() - endAtMs);
    await pause(5);
  }
  const all = [...latenessMs.values()];
  return { p50Ms: percentile(all, 50), p99Ms: percentile(all, 99) };

  async function keptOnes(): Promise<[string, number][]> {
    const { rows } = await pool.query<{ id: string; expires_at: Date }>(kept);
    return rows.map(({ id, expires_at }) => [id, expires_at.getTime()]);
  }
}

function spread(many: number, firstMs: number, overMs: number): number[] {
  return Array.from({ length: many }, (_, at) => firstMs + (at * overMs) / many);
}
