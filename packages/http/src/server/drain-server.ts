import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';

/** A request that was on its way when the stop began arrives within this time, also on a busy machine. */
const idleGraceMs = 1_000;
const idleSweepMs = 50;

/**
 * Stops a server without aborting a request: it accepts no new connections, and each response has `Connection: close`.
 * Connections that stay idle are closed after a second, because a request may already be on its way on each of them.
 * Requests without a response after `limitMs` are aborted.
 */
export async function drainServer(server: Server, limitMs: number): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  // The method of node:http would close every idle connection at once.
  const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
  let sweep: NodeJS.Timeout | undefined;
  const graceTimer = setTimeout(() => {
    // After the input that has arrived is read: a connection with a request is not idle then.
    sweep = setInterval(() => setImmediate(() => server.closeIdleConnections()), idleSweepMs);
  }, idleGraceMs);
  const deadlineTimer = setTimeout(() => server.closeAllConnections(), limitMs);
  await closed;
  clearTimeout(graceTimer);
  clearInterval(sweep);
  clearTimeout(deadlineTimer);
}
