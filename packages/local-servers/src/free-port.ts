import { type AddressInfo, createServer } from 'node:net';

/** Answers a loopback port that nobody listens on: the one asked for, or any. Throws in words when the one asked for is taken. */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((settle, fail) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      fail(error.code === 'EADDRINUSE' ? new Error(`Port ${wanted} is in use.`, { cause: error }) : error);
    });
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => settle(port));
    });
  });
}
