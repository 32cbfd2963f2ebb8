import type { Server } from 'node:http';

const graceMs = 2_000;
const checkMs = 20;

/** Takes no new connection, lets the calls under way end, and cuts those that still stand after two seconds (held ones do). */
export async function stopServer(server: Server): Promise<void> {
  // A connection that becomes idle later keeps the server open as much as one that is idle now.
  const closeIdle = setInterval(() => server.closeIdleConnections(), checkMs);
  const cutAll = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise((closed) => server.close(closed));
  clearInterval(closeIdle);
  clearTimeout(cutAll);
}
