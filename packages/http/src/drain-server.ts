import type { Server } from 'node:http';

const idleSweepMs = 50;

/**
 * Ends a server without cutting a request: no new connections, every answer from now on asks its client to close, and idle
 * connections are closed. What is not answered after `limitMs` is cut.
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
