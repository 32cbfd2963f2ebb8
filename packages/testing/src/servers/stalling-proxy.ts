import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface StallingProxy {
  /** The URL of the server through the proxy. */
  readonly url: string;
  /**
   * Drops everything in both directions without an error, like a firewall that drops packets. New connections are
   * accepted and stay silent.
   */
  stall(): void;
  /**
   * Forwards new connections again. Connections that were open while it stalled stay silent, because their packets are
   * lost.
   */
  resume(): void;
  /** Counts the connections and chunks from clients, including those that were dropped. */
  received(): number;
  close(): void;
}

/** Starts a proxy for a server that can drop everything. */
export async function stallingProxy(serverUrl: string): Promise<StallingProxy> {
  const url = new URL(serverUrl);
  const [host, port] = [url.hostname, Number(url.port)];
  const silent = new WeakSet<Socket>();
  const sockets = new Set<Socket>();
  const clients = new Set<Socket>();
  let isStalled = false;
  let chunks = 0;

  function join(client: Socket): void {
    const server = connect(port, host);
    const pair = [client, server] as const;
    const pass = (to: Socket) => (chunk: Buffer) => void (silent.has(client) || to.write(chunk));
    clients.add(client);
    chunks += 1;
    if (isStalled) silent.add(client);
    client.on('data', () => {
      chunks += 1;
    });
    client.on('data', pass(server));
    server.on('data', pass(client));
    for (const socket of pair) {
      sockets.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => pair.forEach((each) => void (silent.has(client) || each.destroy())));
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
    received: () => chunks,
    close() {
      listener.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
