import { type AddressInfo, createServer } from 'node:net';

/** Answers a loopback port that nobody listens on: the one asked for, or any. Throws in words when the one asked for is taken. */
export function findFreePort(preferred = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${preferred} is in use.`, { cause: error }) : error);
    });
    server.listen(preferred, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
