import { processTimeMs } from '../harness/process-time.ts';
import type { MeasuredImport } from './measured-import.ts';

/** Measures the time and the CPU time of `work`, which imports this many rows. */
export async function measure(rows: number, work: () => Promise<void>): Promise<MeasuredImport> {
  const [started, cpuBefore] = [performance.now(), processTimeMs(process.pid)];
  await work();
  const seconds = (performance.now() - started) / 1_000;
  return { rowsPerSecond: rows / seconds, cpuMsPerThousand: ((processTimeMs(process.pid) - cpuBefore) * 1_000) / rows };
}
