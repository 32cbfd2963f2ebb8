import { availableParallelism, loadavg } from 'node:os';

const workMs = 60;

/**
 * How many times as long work takes now as it would with a core of its own, at least 1: by the load of the last minute, or by the time that this
 * process waits for its turn, whichever says more. A promise of ten seconds is kept within ten seconds times this.
 */
export function measureSlowness(): number {
  const [load = 0] = loadavg();
  return Math.max(1, load / availableParallelism(), measureWaiting());
}

function measureWaiting(): number {
  const [before, since] = [process.cpuUsage(), performance.now()];
  while (cpuTimeMs(before) < workMs);
  return (performance.now() - since) / cpuTimeMs(before);
}

function cpuTimeMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
