// The process of one contender: compare.ts starts it, and it sends its measurements and exits. Every turn has a
// separate process, so that no contender is affected by another's heap, timers or half-filled tables.
import { closedLoop } from './closed-loop.ts';
import type { Contender, Running } from './contender.ts';
import type { Measurement, Turn, TurnResult } from './measurement.ts';
import { processTimeMs } from './process-time.ts';
import { percentile } from './statistics.ts';

const turn = JSON.parse(process.argv[2] as string) as Turn;
const { contender } = (await import(turn.contenderFile)) as { contender: Contender };

// Without the parent process the measurement is of no use. The servers end with this process.
process.once('disconnect', exit);

const running = await contender.start();
const measurements: Measurement[] = [];
for (const clients of turn.concurrencies) measurements.push(await measure(running, clients, turn.seconds));
process.send?.({ measurements, versions: running.versions } satisfies TurnResult);
await running.stop();
process.off('disconnect', exit);
process.exit();

function exit(): void {
  process.exit(1);
}

async function measure(contender: Running, clients: number, seconds: number): Promise<Measurement> {
  await closedLoop(contender.place, clients, Math.min(2, seconds / 2));
  await contender.settle?.();

  const completedBefore = await contender.countCompleted();
  const commitsBefore = await contender.countCommits?.();
  const processTimeBefore = processTimeMs(process.pid);
  const { count, seconds: elapsed, latenciesMs } = await closedLoop(contender.place, clients, seconds);
  const processTime = processTimeMs(process.pid) - processTimeBefore;
  const commits = await contender.countCommits?.();
  const completed = (await contender.countCompleted()) - completedBefore;
  if (completed !== count) throw new Error(`${count} units were reported as done, but ${completed} are durably done`);

  return {
    clients,
    count,
    perSecond: count / elapsed,
    p50Ms: percentile(latenciesMs, 50),
    p99Ms: percentile(latenciesMs, 99),
    cpuMsPerUnit: processTime / count,
    ...(commits !== undefined && commitsBefore !== undefined
      ? { commitsPerUnit: (commits - commitsBefore) / count }
      : {}),
  };
}
