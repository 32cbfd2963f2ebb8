import { randomInt } from 'node:crypto';
import { freePort } from '@linework/local-servers/free-port';

/** Below those that systems lend for outgoing connections (from 32768 on Linux). */
const [from, to] = [20_000, 32_000];
const given = new Set<number>();

/** Answers a free port that nobody takes while its program is being started again: no outgoing connection gets it, nor a second program of ours. */
export async function steadyPort(): Promise<number> {
  const port = randomInt(from, to);
  if (given.has(port)) return steadyPort();
  given.add(port);
  return freePort(port).catch(steadyPort);
}
