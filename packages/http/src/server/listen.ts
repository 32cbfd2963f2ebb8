import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts to listen and returns the port, which the system chooses for 0. Throws if the port is not available. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
