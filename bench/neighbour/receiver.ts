import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The receiver of the webhooks of both brokers, at one address. */
export interface Receiver {
  /** Calls of this URL get no answer. */
  readonly hangingUrl: string;
  readonly answeringUrl: string;
  /** Resolves when the answering URL is called. Rejects after a minute. */
  nextCall(): Promise<void>;
  stop(): void;
}

const waitLimitMs = 60_000;

export async function startReceiver(): Promise<Receiver> {
  let arrive: () => void = () => {};
  const server = createServer((request, response) => {
    request.resume();
    if (request.url?.startsWith('/hanging')) return;
    request.once('end', () => {
      response.writeHead(204).end();
      arrive();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    hangingUrl: `${url}/hanging`,
    answeringUrl: `${url}/answering`,
    nextCall() {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const timer = setTimeout(reject, waitLimitMs, new Error('no webhook arrived within a minute'));
      arrive = () => {
        clearTimeout(timer);
        resolve();
      };
      return promise;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
