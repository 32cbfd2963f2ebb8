import { availableParallelism, loadavg } from 'node:os';

const workMs = 60;

/**
 * Returns how many times longer work takes now than on an idle core; at least 1. It is the larger of the load of the
 * last minute and the time that this process waits for a core. A limit of 10 s is met within 10 s times this number.
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
