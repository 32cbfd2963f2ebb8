import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts to listen and returns the port, which the system chooses for 0. Throws if the port is not available. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((settle, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => {
      server.removeListener('error', fail);
      settle((server.address() as AddressInfo).port);
    });
  });
}
