import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts to listen; answers the port, which was chosen where 0 was asked for. Raises when the port cannot be had. */
export function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((settle, fail) => {
    server.once('error', fail);
    server.listen(port, host, () => {
      server.removeListener('error', fail);
      settle((server.address() as AddressInfo).port);
    });
  });
}
