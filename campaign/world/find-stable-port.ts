import { randomInt } from 'node:crypto';
import { findFreePort } from '@linework/local-servers/find-free-port';

/** Below the ports for outgoing connections (from 32768 on Linux). */
const [from, to] = [20_000, 32_000];
const usedPorts = new Set<number>();

/** Returns a free port that stays free while its program restarts: no outgoing connection and no other program of the campaign uses it. */
export async function findStablePort(): Promise<number> {
  const port = randomInt(from, to);
  if (usedPorts.has(port)) return findStablePort();
  usedPorts.add(port);
  return findFreePort(port).catch(findStablePort);
}
