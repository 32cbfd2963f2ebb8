import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below the ports that systems give to outgoing connections and to programs without a port of their own (from 32768 on
 * Linux).
 */
const [from, to] = [20_000, 32_000];
const returnedPorts = new Set<number>();

/**
 * Returns a free loopback port: the preferred one, or any. Throws an error that names the preferred port if it is in
 * use. Any port is one that stays free until its program listens, also after a restart: no outgoing connection gets it,
 * and this process returns it once.
 */
export async function findFreePort(preferred = 0): Promise<number> {
  if (preferred !== 0) return listenOnce(preferred);
  const port = randomInt(from, to);
  if (returnedPorts.has(port)) return findFreePort();
  returnedPorts.add(port);
  return listenOnce(port).catch((error: Error) => (error.cause === undefined ? Promise.reject(error) : findFreePort()));
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      // Any other error is no reason to try another port.
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`Port ${port} is in use. Stop its program or choose another port.`, { cause: error })
          : error,
      );
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)));
  });
}
