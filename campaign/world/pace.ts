import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** How slow the machine is at present, compared with an idle machine. */
export interface Pace {
  /** Converts a limit for an idle machine into a limit for this machine. */
  limitMs(idleLimitMs: number): number;
  stop(): void;
}

/** The time in which an empty program starts on an idle machine. */
const idleStartMs = 60;
const measureEveryMs = 3_000;
/** The number of recent samples. The slowest of them counts. */
const sampleLimit = 10;
const run = promisify(execFile);

/** Measures the machine by starting an empty program every few seconds. */
export async function startPace(measure: () => Promise<number> = measureStart): Promise<Pace> {
  const latest: number[] = [await measure()];
  const measuring = setInterval(() => {
    void measure().then((startMs) => latest.splice(0, latest.length, ...latest.slice(1 - sampleLimit), startMs));
  }, measureEveryMs);
  measuring.unref();
  return {
    limitMs: (idleLimitMs) => idleLimitMs * Math.max(1, Math.max(...latest) / idleStartMs),
    stop: () => clearInterval(measuring),
  };
}

async function measureStart(): Promise<number> {
  const fromMs = performance.now();
  await run(process.execPath, ['-e', '']);
  return performance.now() - fromMs;
}
