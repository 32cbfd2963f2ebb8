import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than a client that is at work leaves between an answer and its next request. */
const shutdownGraceMs = 500;

/**
 * Takes no more connections, and lets those that there are end by themselves: each answer asks its client to close. Only then
 * may what is idle be cut. The server's own `close` cuts at once what is idle at that instant, and with it the request that
 * is just arriving on a kept connection.
 */
export async function shutDown(server: Server): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  const closed = once(server, 'close');
  TcpServer.prototype.close.call(server);
  await Promise.race([closed, sleep(shutdownGraceMs, undefined, { ref: false })]);
}
