import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than the pause of an active client between a response and its next request. */
const shutdownGraceMs = 500;

/**
 * Stops accepting connections, and lets the open ones end by themselves: each response has `Connection: close`. Idle connections may be
 * closed only afterwards. The `close` of the HTTP server closes idle connections immediately, and would cut a request that is just
 * arriving on a kept connection.
 */
export async function shutDown(server: Server): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  const closed = once(server, 'close');
  TcpServer.prototype.close.call(server);
  await Promise.race([closed, sleep(shutdownGraceMs, undefined, { ref: false })]);
}
