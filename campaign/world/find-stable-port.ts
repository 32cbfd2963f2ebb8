import { randomInt } from 'node:crypto';
import { findFreePort } from '@linework/local-servers/find-free-port';

/** Below those that systems lend for outgoing connections (from 32768 on Linux). */
const [from, to] = [20_000, 32_000];
const usedPorts = new Set<number>();

/** Answers a free port that nobody takes while its program is being started again: no outgoing connection gets it, nor a second program of ours. */
export async function findStablePort(): Promise<number> {
  const port = randomInt(from, to);
  if (usedPorts.has(port)) return findStablePort();
  usedPorts.add(port);
  return findFreePort(port).catch(findStablePort);
}
