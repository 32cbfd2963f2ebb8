import type { Server } from 'node:http';

const idleSweepMs = 50;

/**
 * Stops a server without aborting a request: it accepts no new connections, each response has `Connection: close`, and idle
 * connections are closed. Requests without a response after `limitMs` are aborted.
 */
export async function drainServer(server: Server, limitMs: number): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs);
  const deadlineTimer = setTimeout(() => server.closeAllConnections(), limitMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadlineTimer);
}
