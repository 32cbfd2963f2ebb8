import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpServer } from '@linework/http/server/create-server';

export interface Served {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves an app on a free port of the loopback address. */
export async function serveApp(app: RequestListener): Promise<Served> {
  const server: Server = createHttpServer(app, { errorsBase: 'https://linework.test/problems' });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
