import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface StallingProxy {
  /** The server's address, by way of the proxy. */
  readonly url: string;
  /** From now on nothing passes in either direction, and nobody is told: as when a firewall drops packets. New connections are taken and stay silent. */
  stall(): void;
  /** What comes from now on passes again. Connections that were open while it stalled stay silent for ever, as their packets are lost. */
  resume(): void;
  /** How many connections and pieces of them have come from clients, also while it stalled. */
  received(): number;
  close(): void;
}

/** Stands in front of a server, and swallows everything while it is told to. */
export async function stallingProxy(serverUrl: string): Promise<StallingProxy> {
  const url = new URL(serverUrl);
  const [host, port] = [url.hostname, Number(url.port)];
  const silent = new WeakSet<Socket>();
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  let isStalled = false;
  let pieces = 0;

  function join(client: Socket): void {
    const server = connect(port, host);
    const pair = [client, server] as const;
    const pass = (to: Socket) => (chunk: Buffer) => void (silent.has(client) || to.write(chunk));
    clients.add(client);
    pieces += 1;
    if (isStalled) silent.add(client);
    client.on('data', () => {
      pieces += 1;
    });
    client.on('data', pass(server));
    server.on('data', pass(client));
    for (const socket of pair) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => pair.forEach((each) => void (silent.has(client) || each.destroy())));
    }
  }

  const listener = createServer(join).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  url.port = String((listener.address() as AddressInfo).port);
  return {
    url: url.href,
    stall() {
      isStalled = true;
      for (const client of clients) silent.add(client);
    },
    resume() {
      isStalled = false;
    },
    received: () => pieces,
    close() {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
