import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { drainServer } from '../src/server/drain-server.ts';

const limitMs = 60_000;

async function startServer(listener: RequestListener): Promise<Server> {
  const server = createServer({ keepAliveTimeout: limitMs }, listener);
  onTestFinished(() => void server.closeAllConnections());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

/** A connection that has had one response, so that the server takes it for idle. */
async function anIdleConnection(server: Server): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await ask(socket);
  return socket;
}

async function ask(socket: Socket): Promise<string> {
  socket.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n');
  const [data] = await once(socket, 'data');
  return String(data);
}

it('a server that stops still answers a request on a connection that was idle, and closes it then', async () => {
  const server = await startServer((_request, response) => response.end('ok'));
  const socket = await anIdleConnection(server);
  const drained = drainServer(server, limitMs);
  await new Promise(setImmediate);
  const answer = await ask(socket);
  expect(answer).toMatch(/^HTTP\/1.1 200 OK/);
  expect(answer).toContain('Connection: close');
  await once(socket, 'close');
  await drained;
});

it('a server that stops closes a connection on which nothing comes', async () => {
  const server = await startServer((_request, response) => response.end('ok'));
  const socket = await anIdleConnection(server);
  const closed = once(socket, 'close');
  await drainServer(server, limitMs);
  await closed;
});

it('a server that stops accepts no connection', async () => {
  const server = await startServer((_request, response) => response.end('ok'));
  const { port } = server.address() as AddressInfo;
  const drained = drainServer(server, limitMs);
  const socket = connect(port, '127.0.0.1');
  const [error] = await once(socket, 'error');
  expect(error).toMatchObject({ code: 'ECONNREFUSED' });
  await drained;
});

it('a server that stops aborts a request that takes longer than the limit', async () => {
  const server = await startServer(() => undefined);
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: test\r\n\r\n');
  await once(server, 'request');
  const ended = once(socket, 'close');
  await drainServer(server, 100);
  await ended;
});
