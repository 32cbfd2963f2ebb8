import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What the server does with a request: it answers, breaks the connection, or says nothing. */
type Reaction =
  | { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: unknown }
  | 'reset'
  | 'silence';

export interface TestServer {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
}

/** Starts a server for one test. `react` gets each request with its number, from 1. */
export async function aServer(react: (request: ReceivedRequest, count: number) => Reaction): Promise<TestServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const parts = await request.toArray();
    const { method = '', url = '', headers } = request;
    const received = { method, url, headers, body: Buffer.concat(parts).toString() };
    requests.push(received);
    const reaction = react(received, requests.length);
    if (reaction === 'reset') request.socket.resetAndDestroy();
    else if (reaction !== 'silence') {
      const isText = typeof reaction.body === 'string';
      response.writeHead(reaction.status ?? 200, {
        'Content-Type': isText ? 'text/html' : 'application/json',
        ...reaction.headers,
      });
      response.end(isText || reaction.body === undefined ? reaction.body : JSON.stringify(reaction.body));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

/** A problem document of a type, with its `code`. The client is asked to come back at once. */
export function aProblem(status: number, type: string, code: string = type, members: object = {}) {
  const body = {
    type: `https://linework.example/problems/${type}`,
    title: 'A problem',
    status,
    code,
    requestId: 'r-1',
    ...members,
  };
  return { status, body, headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '0' } };
}
