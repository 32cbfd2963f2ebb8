import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
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
