import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { OsmoHlrAddress } from '@linework/systems/osmo-hlr/create-osmo-hlr-network';
import type { ElementAddress } from '@linework/systems/osmo-hlr/open-connection';

export interface CuttingProxy {
  readonly address: OsmoHlrAddress;
  /** The number of requests to both ports. */
  readonly requests: number;
  close(): void;
}

/**
 * A proxy before an OsmoHLR that cuts the connection at one request: before it is forwarded, or when its response
 * arrives.
 */
export async function startCuttingProxy(
  hlr: OsmoHlrAddress,
  cutAt: number,
  when: 'before' | 'after',
): Promise<CuttingProxy> {
  let requests = 0;
  const servers: Server[] = [];

  function join(client: Socket, element: Socket): void {
    let isToBeCut = false;
    client.on('data', (request) => {
      requests += 1;
      if (requests === cutAt && when === 'before') return void client.resetAndDestroy();
      isToBeCut = requests === cutAt;
      element.write(request);
    });
    element.on('data', (answer) => (isToBeCut ? client.resetAndDestroy() : client.write(answer)));
    client.on('close', () => element.destroy());
    element.on('close', () => client.destroy());
    for (const socket of [client, element]) socket.on('error', () => undefined);
  }

  async function before({ host, port }: ElementAddress): Promise<ElementAddress> {
    const server = createServer((client) => join(client, connect(port, host))).listen(0, '127.0.0.1');
    servers.push(server);
    await once(server, 'listening');
    return { host: '127.0.0.1', port: (server.address() as AddressInfo).port };
  }

  const address = { ...hlr, vty: await before(hlr.vty), ctrl: await before(hlr.ctrl) };
  return {
    address,
    get requests() {
      return requests;
    },
    close: () => {
      for (const server of servers) server.close();
    },
  };
}
