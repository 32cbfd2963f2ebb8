import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** How slow the machine is at present, compared with an idle machine. */
export interface MachineSpeed {
  /** Converts a limit for an idle machine into a limit for this machine. */
  limitMs(idleLimitMs: number): number;
}

/** A speed that follows the machine until it is stopped. */
export interface RunningSpeed extends MachineSpeed {
  stop(): void;
}

/** The time in which an empty program starts on an idle machine. */
const idleStartMs = 60;
const measureEveryMs = 3_000;
/** The number of recent samples. The slowest of them counts. */
const sampleLimit = 10;
const run = promisify(execFile);

/** Measures the machine by starting an empty program every few seconds. */
export async function startSpeed(measure: () => Promise<number> = measureStart): Promise<RunningSpeed> {
  const latest: number[] = [await measure()];
  const measuring = setInterval(() => {
    void measure().then((startMs) => latest.splice(0, latest.length, ...latest.slice(1 - sampleLimit), startMs));
  }, measureEveryMs);
  measuring.unref();
  return {
    limitMs: (idleLimitMs) => scale(idleLimitMs, Math.max(...latest)),
    stop: () => clearInterval(measuring),
  };
}

/** Measures the machine once, as it is now. */
export async function measureSpeed(): Promise<MachineSpeed> {
  const startMs = await measureStart();
  return { limitMs: (idleLimitMs) => scale(idleLimitMs, startMs) };
}

const scale = (idleLimitMs: number, startMs: number) => idleLimitMs * Math.max(1, startMs / idleStartMs);

async function measureStart(): Promise<number> {
  const fromMs = performance.now();
  await run(process.execPath, ['-e', '']);
  return performance.now() - fromMs;
}
