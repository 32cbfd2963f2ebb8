import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { percentile } from './statistics.ts';

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGib: number;
  readonly system: string;
  readonly node: string;
  /**
   * The median time, of 200, to write and flush 8 KiB where the databases are: the minimum cost of a durable commit.
   */
  readonly flushMs: number;
  /** The processor time of a fixed program, the median of 5: a machine that is slower at computing needs more. */
  readonly fixedProgramMs: number;
  /** The load average of the minute before the benchmark. Above about 0.2 other programs were running. */
  readonly loadBefore: number;
}

/** Describes the machine, because the figures depend on it. */
export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGib: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
    flushMs: Number(flushTimeMs().toFixed(3)),
    fixedProgramMs: Math.round(fixedProgramMs()),
    loadBefore: Number(readFileSync('/proc/loadavg', 'utf8').split(' ')[0]),
  };
}

function flushTimeMs(): number {
  const folder = mkdtempSync(join(tmpdir(), 'bench-flush-'));
  const file = openSync(join(folder, 'flushed'), 'w');
  const page = Buffer.alloc(8192, 1);
  const times = Array.from({ length: 200 }, () => {
    const start = performance.now();
    writeSync(file, page);
    fdatasyncSync(file);
    return performance.now() - start;
  });
  closeSync(file);
  rmSync(folder, { recursive: true });
  return percentile(times, 50);
}

/** Does what the programs here do most: writes and reads JSON and compares it. Changed code is another measure. */
function fixedProgramMs(): number {
  const document = Array.from({ length: 1_000 }, (_, place) => ({
    id: place.toString(16).padStart(32, '0'),
    status: place % 3 === 0 ? 'COMPLETED' : 'RUNNING',
    steps: [place, place + 1, place + 2].map((number) => ({ number, endedAt: `2026-01-01T00:00:00.${number}Z` })),
  }));
  const times = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    for (let repetition = 0; repetition < 50; repetition += 1)
      if (!isDeepStrictEqual(JSON.parse(JSON.stringify(document)), document)) throw new Error('JSON has changed.');
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return percentile(times, 50);
}
