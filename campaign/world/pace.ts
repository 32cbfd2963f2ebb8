import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** How slow the machine is at this time, beside one that does nothing else. */
export interface Pace {
  /** A limit that was chosen for a machine at rest, as long as it has to be on this one. */
  limitMs(idleLimitMs: number): number;
  stop(): void;
}

/** What the start of a program that does nothing takes on a machine at rest. */
const idleStartMs = 60;
const measureEveryMs = 3_000;
/** As many as a wait may span: the slowest of them counts. */
const sampleLimit = 10;
const run = promisify(execFile);

/** Measures the machine from now on, by starting a program that does nothing every few seconds. */
export async function startPace(measure: () => Promise<number> = measureStart): Promise<Pace> {
  const latest: number[] = [await measure()];
  const measuring = setInterval(() => {
    void measure().then((startMs) => latest.splice(0, latest.length, ...latest.slice(1 - sampleLimit), startMs));
  }, measureEveryMs);
  measuring.unref();
  return {
    limitMs: (atRestMs) => atRestMs * Math.max(1, Math.max(...latest) / idleStartMs),
    stop: () => clearInterval(measuring),
  };
}

async function measureStart(): Promise<number> {
  const fromMs = performance.now();
  await run(process.execPath, ['-e', '']);
  return performance.now() - fromMs;
}
