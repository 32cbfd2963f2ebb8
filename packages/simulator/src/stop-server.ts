import type { Server } from 'node:http';

const graceMs = 2_000;
const checkMs = 20;

/** Accepts no new connection, lets the calls in progress end, and cuts the remaining ones (such as held calls) after two seconds. */
export async function stopServer(server: Server): Promise<void> {
  // A connection that becomes idle later keeps the server open like one that is idle now.
  const closeIdle = setInterval(() => server.closeIdleConnections(), checkMs);
  const cutAll = setTimeout(() => server.closeAllConnections(), graceMs);
  await new Promise((closed) => server.close(closed));
  clearInterval(closeIdle);
  clearTimeout(cutAll);
}
