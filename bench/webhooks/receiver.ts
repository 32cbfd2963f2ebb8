// A receiver in a process of its own: it answers every call with 204, and counts the different ids. `hang` in the path
// gets no answer.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const ids = new Set<string>();
const server = createServer((request, response) => {
  request.resume();
  if (request.url?.startsWith('/hang')) return;
  request.once('end', () => {
    // One message has one id for all endpoints.
    ids.add(`${request.url} ${request.headers['webhook-id']}`);
    response.writeHead(204).end();
  });
}).listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));

process.on('message', () => process.send?.({ count: ids.size }));
process.once('disconnect', () => process.exit());
